import { defined } from '../../base/json.ts'

/** The browser and the operating system of a request, by name. Versions are left out: they would identify a user. */
export interface UserAgentInfo {
  readonly browser?: string
  readonly system?: string
}

type Families = readonly (readonly [name: string, pattern: RegExp])[]

/** The order matters: the `User-Agent` of most browsers also names browsers that are lower in this list. */
const BROWSERS: Families = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
]

const SYSTEMS: Families = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Characters that are searched, so that a long header costs no time. */
const MAX_LENGTH = 512

const findFamily = (families: Families, matches: (family: Families[number]) => boolean): string | undefined =>
  families.find(matches)?.[0]

/** Read the browser and the operating system from a `User-Agent` header (RFC 9110 §10.1.5). */
export const readUserAgentInfo = (userAgent: string | null): UserAgentInfo => {
  const agent = (userAgent ?? '').slice(0, MAX_LENGTH)
  const matches = ([, pattern]: Families[number]): boolean => pattern.test(agent)
  return defined({ browser: findFamily(BROWSERS, matches), system: findFamily(SYSTEMS, matches) })
}

/** Read the names from the parameters of a link. A link can be forged, so only the names of this file are accepted. */
export const findUserAgentInfo = (browser: string | undefined, system: string | undefined): UserAgentInfo =>
  defined({
    browser: findFamily(BROWSERS, ([name]) => name === browser),
    system: findFamily(SYSTEMS, ([name]) => name === system),
  })
