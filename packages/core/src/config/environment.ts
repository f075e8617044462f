import { isObject } from '../base/json.ts'
import { variableName, type ProviderVariable, trimEnd } from '../base/text.ts'
import type { MethodRegistry } from './engine-types.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { AppProviders } from '../types/providers.ts'
import { resolveLogger } from './logger.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { options } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

const readEnvironment = (envObject: unknown): Environment =>
  (typeof envObject === 'object' && envObject !== null ? envObject : {}) as Environment

/** The value without surrounding spaces. An empty variable counts as not set. */
const valueOf = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

/** `true`, `1`, `yes` and `on` are true; every other value is false. */
const isTrue = (value: string | undefined): boolean | undefined => {
  const text = valueOf(value)?.toLowerCase()
  return text === undefined ? undefined : ['true', '1', 'yes', 'on'].includes(text)
}

/** An http or https URL, or `undefined`. */
const findUrl = (text: string | undefined): URL | undefined => {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}

/** The URL of the application. Applications that used Auth.js may still set the second variable. */
const findAppUrl = (env: Environment): string | undefined =>
  valueOf(env[options.origin.env]) ?? valueOf(env['NEXTAUTH_URL'])

/** Trusted are platforms that set the `Host` header themselves, and development machines. */
const decideTrust = (env: Environment): boolean =>
  isTrue(env[options.trustHost.env]) ??
  (findUrl(findAppUrl(env)) !== undefined ||
    isTrue(env['VERCEL']) === true ||
    isTrue(env['CF_PAGES']) === true ||
    ['development', 'test'].includes(env['NODE_ENV'] ?? ''))

/** The secrets of a variable and of its numbered forms, the highest number first. */
const listSecrets = (env: Environment, name: string): string[] =>
  [`${name}_3`, `${name}_2`, `${name}_1`, name].flatMap((variable) => {
    const secret = env[variable]
    return secret === undefined || secret === '' ? [] : [secret]
  })

/** A list, or one text from `NEXTAUTH_SECRET`: an Auth.js `jwt.encode` of the application expects a text. */
const readSecrets = (env: Environment): string | string[] => {
  const found = listSecrets(env, options.secret.env)
  return found.length > 0 ? found : (env['NEXTAUTH_SECRET'] ?? [])
}

const setBasePath = (config: AuthConfig, path: string, quiet: boolean): void => {
  if (path === '') return
  if (config.basePath === undefined || config.basePath === '') config.basePath = path
  else if (!quiet) {
    const why = 'basePath is set, so the path of AUTH_URL is not used'
    resolveLogger(config, defaultRuntime).warn('env-url-basepath-redundant', why)
  }
}

const setUrl = (config: AuthConfig, env: Environment, quiet: boolean): void => {
  const text = findAppUrl(env)
  const url = findUrl(text)
  // A value that is not a URL is kept, so that the first request fails with it.
  if (text !== undefined) config.origin ??= url?.origin ?? text
  setBasePath(config, trimEnd(url?.pathname ?? '', '/'), quiet)
  config.basePath ??= options.basePath.default
}

const setAccountTokens = (config: AuthConfig, env: Environment): void => {
  const { account } = config
  const written = account?.tokens?.secret
  const secret = listSecrets(env, options.account.tokens.secret.env)
  if (secret.length === 0 || (written !== undefined && written.length > 0)) return
  config.account = { ...account, tokens: { ...account?.tokens, secret } }
}

const variables = (id: string, env: Environment): Readonly<Record<ProviderVariable, string | undefined>> => {
  const read = (option: ProviderVariable): string | undefined => valueOf(env[variableName(id, option)])
  return {
    clientId: read('clientId'),
    clientSecret: read('clientSecret'),
    // azure-ad is the old name of microsoft-entra-id. Without its issuer, users of every Microsoft tenant could sign in.
    issuer:
      read('issuer') ?? (id === 'azure-ad' ? valueOf(env[variableName('microsoft-entra-id', 'issuer')]) : undefined),
    apiKey: read('apiKey'),
  }
}

/** The environment, and the sign-in methods, which say which options variables fill. */
interface Source {
  readonly env: Environment
  readonly methods: MethodRegistry
}

const defaultId = (provider: unknown): string => {
  const { id } = isObject(provider) ? provider : { id: undefined }
  return typeof id === 'string' ? id : ''
}

const without = (found: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** The entry, or a copy with the values of the environment. The developer's own options win. */
const fillObject = (entry: Readonly<Record<string, unknown>>, { env, methods }: Source): object => {
  const names = methods.find(entry['type'])?.variables ?? []
  // A provider function puts the developer's options into `options`; the other members are defaults of the entry.
  const own = isObject(entry['options']) ? entry['options'] : entry
  const found = variables(defaultId(entry), env)
  const added = names.filter(
    (name) => found[name] !== undefined && (own[name] ?? undefined) === undefined && entry[name] !== found[name],
  )
  return added.length === 0 ? entry : { ...entry, ...Object.fromEntries(added.map((name) => [name, found[name]])) }
}

const fillEntry = (entry: object, source: Source): object => {
  if (typeof entry !== 'function') return isObject(entry) ? fillObject(entry, source) : entry
  const make = entry as (options: Record<string, unknown>) => object
  const made = make(without(variables(defaultId(make({})), source.env)))
  return isObject(made) ? fillObject(made, source) : made
}

/** The provider of each entry, and the variables it was made with, so that a config for each request gets the same provider. */
const filled = new WeakMap<object, { readonly made: object; readonly from: string }>()

const fill = (entry: unknown, source: Source): unknown => {
  if ((typeof entry !== 'object' && typeof entry !== 'function') || entry === null) return entry
  const from = JSON.stringify(Object.entries(source.env).filter(([name]) => name.startsWith('AUTH_')))
  const known = filled.get(entry)
  if (known?.from === from) return known.made
  const made = fillEntry(entry, source)
  filled.set(entry, { made, from })
  return made
}

const fillProviders = (providers: AppProviders, source: Source): AppProviders => {
  const all = providers.map((entry) => fill(entry, source)) as unknown as AppProviders
  return all.some((entry, i) => entry !== providers[i]) ? all : providers
}

/** Fills the options that a config leaves out from environment variables (`setEnvDefaults`). */
export const applyEnvironment = (
  methods: MethodRegistry,
  envObject: unknown,
  config: AuthConfig,
  suppressBasePathWarning: boolean,
): void => {
  const env = readEnvironment(envObject)
  setUrl(config, env, suppressBasePathWarning)
  if (config.secret === undefined || config.secret.length === 0) {
    const secrets = readSecrets(env)
    if (secrets.length > 0) config.secret = secrets
  }
  setAccountTokens(config, env)
  const proxy = valueOf(env[options.redirectProxyUrl.env])
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy
  config.trustHost ??= decideTrust(env)
  const providers = fillProviders(config.providers ?? [], { env, methods })
  if (providers !== config.providers) config.providers = providers
}
