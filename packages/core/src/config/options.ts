import { findSuggestion } from '../base/text.ts'
import { DAY, MINUTE } from '../base/time.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig, LegacySessions } from '../types/auth-config.ts'
import type { CallbacksOptions, EventCallbacks } from '../types/callbacks.ts'
import type { CookiesOptions, LoggerInstance, PageName, PagesOptions } from '../types/config-options.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { PageComponents } from '../types/page-components.ts'
import type { AppProviders } from '../types/providers.ts'
import { raw, skipCSRFCheck } from '../types/symbols.ts'
import { findColor } from '../web/color.ts'
import { findFont } from '../web/font.ts'
import { findImageUrl, pageUrl } from '../web/redirect-target.ts'
import { cookieKeys } from './cookie-set.ts'
import { locales, messages } from './i18n-options.ts'
import * as read from './readers.ts'
import type { Option } from './readers.ts'

/** A table with one entry for each option of `Config`: how the option is read, or a table of the options below it. */
type OptionTable<Config> = {
  readonly [Name in keyof Config]-?: Option<unknown> | OptionTable<NonNullable<Config[Name]>>
}

const color = (): Option<string | undefined> =>
  read.text(
    'a CSS color, such as "#2f5bd0"',
    (value) => findColor(value) !== undefined,
    (written) => (findColor(`#${String(written)}`) === undefined ? undefined : `"#${String(written)}"`),
  )

const image = (): Option<string | undefined> =>
  read.text(
    'a path that begins with "/", an http or https URL, or a data: image',
    (value) => findImageUrl(value) !== undefined,
  )

const link = (): Option<string | undefined> =>
  read.text('a path that begins with "/", or an http or https URL', (value) => pageUrl(value) === value)

const group = <Group>(option: Option<unknown>, ...names: readonly (keyof Group & string)[]) =>
  Object.fromEntries(names.map((name) => [name, option])) as {
    readonly [Name in keyof Group]-?: Option<Group[Name] | undefined>
  }

/** Every option of `AuthConfig`. The interface has the docstrings; docs/reference/options.md is made from both. */
export const options = {
  account: {
    reauthenticateAfter: read.seconds(15 * MINUTE, 0),
    notifications: read.flag(true),
    endOtherSessions: read.flag(true),
    deletionDelay: read.seconds(0, 0),
    importedBefore: read.instant(),
    tokens: {
      store: read.flag(true),
      secret: read.fromEnv('AUTH_ACCOUNT_TOKENS_SECRET', read.secrets()),
    },
  },
  adapter: read.unread<Adapter>(),
  adapterTimeout: read.milliseconds(5000),
  basePath: read.basePath('/auth'),
  callbacks: group<CallbacksOptions>(read.func(), 'signIn', 'redirect', 'session', 'jwt', 'deleteUser'),
  // `resolveCookies` validates names and attributes, because the defaults depend on the scheme of the request.
  cookies: group<CookiesOptions>(read.unread(), ...cookieKeys, 'pkceCodeVerifier', 'nonce'),
  debug: read.marker(true),
  events: group<EventCallbacks>(
    read.func(),
    'signIn',
    'signOut',
    'createUser',
    'updateUser',
    'deleteUser',
    'scheduleUserDeletion',
    'cancelUserDeletion',
    'linkAccount',
    'unlinkAccount',
    'createAuthenticator',
    'deleteAuthenticator',
    'session',
  ),
  experimental: { enableWebAuthn: read.marker(true) },
  jwt: {
    secret: read.secrets(),
    maxAge: read.seconds(undefined, 1),
    encode: read.func<JWTOptions['encode']>(),
    decode: read.func<JWTOptions['decode']>(),
  },
  i18n: { locales: locales(), messages: messages() },
  legacySessions: {
    cookies: read.func<LegacySessions['cookies']>(),
    decode: read.func<JWTOptions['decode']>(),
    until: read.instant(),
    keepCookies: read.flag(false),
  },
  logger: read.unread<Partial<LoggerInstance>>(),
  maxBodySize: read.wholeNumber(65_536),
  origin: read.fromEnv('AUTH_URL', read.origin()),
  pages: {
    ...group<Pick<PagesOptions, PageName>>(read.page(), 'signIn', 'signOut', 'error', 'verifyRequest', 'newUser'),
    components: group<PageComponents>(read.func(), 'header', 'footer', 'button'),
  },
  providers: read.unread<AppProviders>(),
  raw: read.marker(raw),
  redirectProxyOrigins: read.texts(),
  redirectProxyUrl: read.fromEnv('AUTH_REDIRECT_PROXY_URL', read.text()),
  rememberProvider: read.flag(true),
  requireVerifiedEmail: read.flag(false),
  secret: read.fromEnv('AUTH_SECRET', read.secrets()),
  session: {
    strategy: read.oneOf('jwt', 'database'),
    maxAge: read.seconds(30 * DAY, 1),
    absoluteMaxAge: read.seconds(90 * DAY, 1),
    updateAge: read.seconds(DAY, 0),
    generateSessionToken: read.func<() => string>(),
    cookieCacheSize: read.wholeNumber(1000),
  },
  signUpPage: read.flag(undefined),
  skipCSRFCheck: read.marker(skipCSRFCheck),
  theme: {
    name: read.text(),
    colorScheme: read.oneOf('auto', 'dark', 'light'),
    logo: image(),
    favicon: image(),
    brandColor: color(),
    brandColorDark: color(),
    buttonText: color(),
    background: color(),
    radius: read.pixels(32),
    font: read.text('names of fonts as in CSS, such as "Inter, sans-serif"', (value) => findFont(value) !== undefined),
    terms: link(),
    privacy: link(),
  },
  trustHost: read.fromEnv('AUTH_TRUST_HOST', read.flag(false)),
  trustLoopback: read.flag(false),
  useSecureCookies: read.flag(undefined),
} satisfies OptionTable<AuthConfig>

type Read<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : Read<Table[Name]>
}

export type ReadOptions = Read<typeof options>

type Table = Readonly<Record<string, unknown>>

const isOption = (entry: unknown): entry is Option<unknown> =>
  typeof entry === 'object' && entry !== null && 'read' in entry

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes the reader of a table once. A group that is left out costs nothing: each request may have a new config. */
const makeReader = (table: Table, path = ''): ((written: unknown) => Table) => {
  const members = Object.entries(table).map(([name, entry]): [string, (value: unknown) => unknown] => {
    const at = path === '' ? name : `${path}.${name}`
    return [name, isOption(entry) ? (value) => entry.read(value, at) : makeReader(isTable(entry) ? entry : {}, at)]
  })
  const readMembers = (written: Table): Table => {
    const values: Record<string, unknown> = {}
    // An inherited member is not an option: `Object.prototype` may have been changed.
    for (const [name, read] of members) values[name] = read(Object.hasOwn(written, name) ? written[name] : undefined)
    return Object.freeze(values)
  }
  const defaults = readMembers({})
  return (written) => {
    if (written === undefined || written === null) return defaults
    if (!isTable(written)) throw read.invalidOption(path, 'an object', written)
    return readMembers(written)
  }
}

const readTable = makeReader(options)
const readCallbacks = makeReader(options.callbacks, 'callbacks')
const readEvents = makeReader(options.events, 'events')

/** Reads every option. Throws `InvalidConfig` for the first option with an invalid value. */
export const readOptions = (config: AuthConfig): ReadOptions => readTable(config) as ReadOptions

/** Reads the functions alone, which a config that is made for each request may make anew. */
export const readFunctions = ({ callbacks, events }: AuthConfig) => ({
  callbacks: readCallbacks(callbacks) as ReadOptions['callbacks'],
  events: readEvents(events) as ReadOptions['events'],
})

/** Describes each member of a config that is not an option. A misspelled one may have been meant as a protection. */
export const findUnknownOptions = (config: unknown, table: Table = options, path = ''): readonly string[] => {
  if (!isTable(config)) return []
  const known = Object.keys(table)
  return Object.entries(config).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    const entry = table[name]
    // `next-auth` has this option, and passes its whole config on.
    if (at === 'callbacks.authorized') return []
    if (!known.includes(name)) return [`"${at}" is not an option of this library${findSuggestion(name, known)}`]
    // The developer's own `encode` and `decode` may read further members of `jwt`.
    return isTable(entry) && !isOption(entry) && at !== 'jwt' ? findUnknownOptions(value, entry, at) : []
  })
}
