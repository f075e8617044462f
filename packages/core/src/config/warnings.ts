import type { AuthConfig } from '../types/config.ts'
import type { LoggerInstance } from '../types/options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { isHardToRead } from './theme.ts'

const KEYS = [
  'account',
  'adapter',
  'adapterTimeout',
  'basePath',
  'callbacks',
  'cookies',
  'debug',
  'events',
  'experimental',
  'formerSessions',
  'jwt',
  'languages',
  'logger',
  'maxBodySize',
  'origin',
  'pages',
  'providers',
  'raw',
  'redirectProxyOrigins',
  'redirectProxyUrl',
  'rememberProvider',
  'secret',
  'session',
  'skipCSRFCheck',
  'theme',
  'trustHost',
  'useSecureCookies',
  'words',
] as const satisfies readonly (keyof AuthConfig)[]

/** How many letters have to be changed, put in or left out to make one word of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const suggestion = (key: string): string => {
  const near = KEYS.map((known) => ({ known, far: distance(key.toLowerCase(), known.toLowerCase()) }))
  const best = near.reduce((a, b) => (b.far < a.far ? b : a))
  return best.far <= 3 ? `; did you mean "${best.known}"?` : ''
}

const known: ReadonlySet<string> = new Set(KEYS)

/** What a config gives reason to warn of: code and text. */
export const findWarnings = (config: AuthConfig): readonly (readonly [code: string, text: string])[] => {
  const found: (readonly [string, string])[] = []
  for (const key of Object.keys(config)) {
    if (!known.has(key)) found.push(['unknown-option', `"${key}" is no option of this library${suggestion(key)}`])
  }
  for (const cookie of ['pkceCodeVerifier', 'nonce'] as const) {
    if (config.cookies?.[cookie] !== undefined) {
      found.push(['cookie-without-effect', `cookies.${cookie} has no effect: the state cookie holds it`])
    }
  }
  if (config.debug === true && config.logger === undefined) found.push(['debug-enabled', 'debug messages are written'])
  if (config.experimental?.enableWebAuthn === true) {
    found.push(['experimental-webauthn', 'passkeys are experimental and may change without notice'])
  }
  if (isHardToRead(config)) {
    found.push(['theme-contrast', 'theme.buttonText can hardly be read on theme.brandColor; left out, it is chosen'])
  }
  if (config.skipCSRFCheck === skipCSRFCheck) found.push(['csrf-disabled', 'nothing checks where a request came from'])
  return found
}

/** What each logger was already told, so that a config made anew for each request does not repeat itself. */
const told = new WeakMap<object, Set<string>>()

/** Tell each warning once a logger. `key` is what outlives the config: the owner's logger, or the console. */
export const warnOnce = (
  key: object,
  logger: LoggerInstance,
  warnings: readonly (readonly [string, string])[],
): void => {
  const before = told.get(key) ?? new Set<string>()
  told.set(key, before)
  for (const [code, text] of warnings) {
    if (before.has(code + text) || before.size > 200) continue
    before.add(code + text)
    logger.warn(code, text)
  }
}
