import { defined, isObject } from '../base/json.ts'

/** The browser and the operating system of a request, by name. Versions are left out: they would identify a user. */
export interface UserAgentInfo {
  readonly browser?: string
  readonly system?: string
}

export const isUserAgentInfo = (value: unknown): value is UserAgentInfo => isObject(value)

/** The order matters: the `User-Agent` of most browsers also names browsers that are lower in this list. */
const BROWSERS: Readonly<Record<string, RegExp>> = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\b(?:OPR|Opera)\//,
  'Samsung Internet': /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|Chromium|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//,
}

const SYSTEMS: Readonly<Record<string, RegExp>> = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  ChromeOS: /\bCrOS\b/,
  macOS: /\bMacintosh\b/,
  Linux: /\bLinux\b/,
}

/** Characters that are searched, so that a long header costs no time. */
const MAX_LENGTH = 512

export const readUserAgentInfo = (userAgent: string | null): UserAgentInfo => {
  const agent = (userAgent ?? '').slice(0, MAX_LENGTH)
  const findName = (patterns: typeof BROWSERS) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(agent))?.[0]
  return defined({ browser: findName(BROWSERS), system: findName(SYSTEMS) })
}
