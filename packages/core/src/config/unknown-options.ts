import { isObject } from '../base/json.ts'
import type {
  AccountOptions,
  ProviderTokensOptions,
  AuthConfig,
  CallbacksOptions,
  EventCallbacks,
  SessionOptions,
} from '../types/auth-config.ts'
import type { CookiesOptions, I18nOptions, PagesOptions } from '../types/config-options.ts'

const CONFIG = [
  'account',
  'adapter',
  'adapterTimeout',
  'basePath',
  'callbacks',
  'cookies',
  'debug',
  'events',
  'experimental',
  'i18n',
  'legacySessions',
  'jwt',
  'logger',
  'maxBodySize',
  'origin',
  'pages',
  'providers',
  'raw',
  'redirectProxyOrigins',
  'redirectProxyUrl',
  'rememberProvider',
  'requireVerifiedEmail',
  'secret',
  'session',
  'skipCSRFCheck',
  'theme',
  'trustHost',
  'useSecureCookies',
] as const satisfies readonly (keyof AuthConfig)[]

const ACCOUNT = ['notifications', 'reauthenticateAfter', 'tokens'] as const satisfies readonly (keyof AccountOptions)[]

const TOKENS = ['secret', 'store'] as const satisfies readonly (keyof ProviderTokensOptions)[]

/** Groups whose members nobody else reads. What stands in `jwt` is handed on to a codec of the owner's. */
const GROUPS = {
  callbacks: ['jwt', 'redirect', 'session', 'signIn'] satisfies readonly (keyof CallbacksOptions)[],
  cookies: [
    'callbackUrl',
    'csrfToken',
    'locale',
    'lastProvider',
    'nonce',
    'pendingPasskey',
    'pendingSignIn',
    'pkceCodeVerifier',
    'recentAuthentication',
    'rememberedDevice',
    'sessionToken',
    'state',
    'webauthnChallenge',
  ] satisfies readonly (keyof CookiesOptions)[],
  events: [
    'createAuthenticator',
    'createUser',
    'deleteAuthenticator',
    'linkAccount',
    'session',
    'signIn',
    'signOut',
    'unlinkAccount',
    'updateUser',
  ] satisfies readonly (keyof EventCallbacks)[],
  i18n: ['locales', 'messages'] satisfies readonly (keyof I18nOptions)[],
  pages: ['error', 'newUser', 'signIn', 'signOut', 'verifyRequest'] satisfies readonly (keyof PagesOptions)[],
  session: [
    'cookieCacheSize',
    'generateSessionToken',
    'maxAge',
    'strategy',
    'updateAge',
  ] satisfies readonly (keyof SessionOptions)[],
} as const

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

const suggestion = (key: string, known: readonly string[]): string => {
  const near = known.map((name) => ({ name, far: distance(key.toLowerCase(), name.toLowerCase()) }))
  const best = near.reduce((a, b) => (b.far < a.far ? b : a))
  return best.far <= 3 ? `; did you mean "${best.name}"?` : ''
}

const among = (written: unknown, known: readonly string[], within = ''): readonly string[] =>
  Object.keys(isObject(written) ? written : {})
    .filter((key) => !known.includes(key))
    .map((key) => `"${within}${key}" is no option of this library${suggestion(key, known)}`)

/**
 * What is written in a config and nobody reads. A slip of the pen can leave out what keeps something secret, or somebody out: a
 * `callbacks.signin` is never asked.
 */
export const findUnknownOptions = (config: AuthConfig): readonly string[] => {
  const { account } = config
  return [
    ...among({ ...config }, CONFIG),
    ...Object.entries(GROUPS).flatMap(([name, known]) => among(config[name as keyof typeof GROUPS], known, `${name}.`)),
    ...among(account, ACCOUNT, 'account.'),
    ...among(account?.tokens, TOKENS, 'account.tokens.'),
  ]
}
