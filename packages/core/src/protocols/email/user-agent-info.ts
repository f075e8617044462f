/** What asked for a mail, coarsely. */
export interface UserAgentInfo {
  readonly browser?: string
  readonly system?: string
}

type Families = readonly (readonly [name: string, mark: RegExp])[]

/** In this order, because most browsers claim to be several of those below them. */
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

/** Honest ones are shorter; nobody gets to make us search a novel. */
const LONGEST = 512

const familyOf = (families: Families, agent: string): string | undefined =>
  families.find(([, mark]) => mark.test(agent))?.[0]

/** The families of browser and system that a `User-Agent` (RFC 9110 §10.1.5) claims: never a version, which would tell people apart. */
export const readUserAgentInfo = (userAgent: string | null): UserAgentInfo => {
  const agent = (userAgent ?? '').slice(0, LONGEST)
  const browser = familyOf(BROWSERS, agent)
  const system = familyOf(SYSTEMS, agent)
  return { ...(browser === undefined ? {} : { browser }), ...(system === undefined ? {} : { system }) }
}

const nameIn = (families: Families, name: string | undefined): string | undefined =>
  families.find(([known]) => known === name)?.[0]

/** The families among texts from a link, which anybody can write: only names of ours come through. */
export const findUserAgentInfo = (browser: string | undefined, system: string | undefined): UserAgentInfo => {
  const known = { browser: nameIn(BROWSERS, browser), system: nameIn(SYSTEMS, system) }
  return {
    ...(known.browser === undefined ? {} : { browser: known.browser }),
    ...(known.system === undefined ? {} : { system: known.system }),
  }
}
