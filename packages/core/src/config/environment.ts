import { isObject } from '../base/json.ts'
import { variableName } from '../base/provider-variable.ts'
import type { ProviderVariable } from '../base/provider-variable.ts'
import { trimEnd } from '../base/trim-end.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { AppProviders } from '../types/providers.ts'
import { resolveLogger } from './logger.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { options } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

const readEnvironment = (envObject: unknown): Environment =>
  (typeof envObject === 'object' && envObject !== null ? envObject : {}) as Environment

const set = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

/** By value: `true`, `1`, `yes` and `on` say yes; whatever else is set says no. */
const saysYes = (value: string | undefined): boolean | undefined => {
  const text = set(value)?.toLowerCase()
  return text === undefined ? undefined : ['true', '1', 'yes', 'on'].includes(text)
}

/** An http or https address, or `undefined`. */
const findAddress = (text: string | undefined): URL | undefined => {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}

/** The address of the site; the second name is the one that older deployments of this interface have set. */
const addressOf = (env: Environment): string | undefined => set(env['AUTH_URL']) ?? set(env['NEXTAUTH_URL'])

/** A platform that sets the host itself, or a developer's machine that says so. Nothing said is no trust. */
const decideTrust = (env: Environment): boolean =>
  saysYes(env['AUTH_TRUST_HOST']) ??
  (findAddress(addressOf(env)) !== undefined ||
    saysYes(env['VERCEL']) === true ||
    saysYes(env['CF_PAGES']) === true ||
    ['development', 'test'].includes(env['NODE_ENV'] ?? ''))

/** The secrets of a variable and of those with a number, the highest first. */
const listSecrets = (env: Environment, name: string): string[] =>
  [`${name}_3`, `${name}_2`, `${name}_1`, name].flatMap((variable) => {
    const secret = env[variable]
    return secret === undefined || secret === '' ? [] : [secret]
  })

/** A list, or the one text of an older deployment, whose own `jwt.encode` expects it so. */
const readSecrets = (env: Environment): string | string[] => {
  const found = listSecrets(env, 'AUTH_SECRET')
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
  const text = addressOf(env)
  const url = findAddress(text)
  // What is no address is kept as it is, so that the first request says what is wrong with it.
  if (text !== undefined) config.origin ??= url?.origin ?? text
  setBasePath(config, trimEnd(url?.pathname ?? '', '/'), quiet)
  config.basePath ??= options.basePath.default
}

const setAccountTokens = (config: AuthConfig, env: Environment): void => {
  const { account } = config
  const written = account?.tokens?.secret
  const secret = listSecrets(env, 'AUTH_ACCOUNT_TOKENS_SECRET')
  if (secret.length === 0 || (written !== undefined && written.length > 0)) return
  config.account = { ...account, tokens: { ...account?.tokens, secret } }
}

const variables = (id: string, env: Environment): Readonly<Record<ProviderVariable, string | undefined>> => {
  const read = (option: ProviderVariable): string | undefined => set(env[variableName(id, option)])
  return {
    clientId: read('clientId'),
    clientSecret: read('clientSecret'),
    // By its former name Entra goes by the issuer of the new one, too: without it everybody with a Microsoft account could come.
    issuer: read('issuer') ?? (id === 'azure-ad' ? set(env[variableName('microsoft-entra-id', 'issuer')]) : undefined),
    apiKey: read('apiKey'),
  }
}

const FILLED = {
  oauth: ['clientId', 'clientSecret', 'issuer'],
  oidc: ['clientId', 'clientSecret', 'issuer'],
  email: ['apiKey'],
} as const

const defaultId = (provider: unknown): string => {
  const { id } = isObject(provider) ? provider : { id: undefined }
  return typeof id === 'string' ? id : ''
}

const without = (found: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** The provider itself when the environment adds nothing, else a copy. Explicit options win over the environment. */
const fillObject = (entry: Readonly<Record<string, unknown>>, env: Environment): object => {
  const names = FILLED[entry['type'] as keyof typeof FILLED] ?? []
  // What a provider function made has the owner's words in `options`; its other members are the catalogue's defaults.
  const owners = isObject(entry['options']) ? entry['options'] : entry
  const found = variables(defaultId(entry), env)
  const added = names.filter(
    (name) => found[name] !== undefined && (owners[name] ?? undefined) === undefined && entry[name] !== found[name],
  )
  return added.length === 0 ? entry : { ...entry, ...Object.fromEntries(added.map((name) => [name, found[name]])) }
}

const fillEntry = (entry: object, env: Environment): object => {
  if (typeof entry !== 'function') return isObject(entry) ? fillObject(entry, env) : entry
  const make = entry as (options: Record<string, unknown>) => object
  const made = make(without(variables(defaultId(make({})), env)))
  return isObject(made) ? fillObject(made, env) : made
}

/** What was made of an entry and which variables it was made with, so that a config made anew finds the same provider. */
const filled = new WeakMap<object, { readonly made: object; readonly from: string }>()

const fill = (entry: unknown, env: Environment): unknown => {
  if ((typeof entry !== 'object' && typeof entry !== 'function') || entry === null) return entry
  const from = JSON.stringify(Object.entries(env).filter(([name]) => name.startsWith('AUTH_')))
  const known = filled.get(entry)
  if (known?.from === from) return known.made
  const made = fillEntry(entry, env)
  filled.set(entry, { made, from })
  return made
}

const fillProviders = (providers: AppProviders, env: Environment): AppProviders => {
  const all = providers.map((entry) => fill(entry, env)) as unknown as AppProviders
  return all.some((entry, i) => entry !== providers[i]) ? all : providers
}

/**
 * Fill what a config leaves open from environment variables: `AUTH_SECRET` (and `_1` to `_3`, the highest first),
 * `AUTH_URL` (origin, and base path unless one is set), `AUTH_TRUST_HOST`, `AUTH_REDIRECT_PROXY_URL`,
 * `AUTH_ACCOUNT_TOKENS_SECRET` (with `_1` to `_3` as well), and `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`, `_KEY` of each provider. Where `AUTH_URL` or `AUTH_SECRET` is not set, an older
 * deployment's `NEXTAUTH_URL` or `NEXTAUTH_SECRET` stands in. Writes on the config object, and on nothing else; a second
 * call changes nothing.
 *
 * @param envObject the environment: `process.env`, or what the platform has instead
 * @param suppressBasePathWarning for frameworks that always set a base path
 */
export const setEnvDefaults = (envObject: unknown, config: AuthConfig, suppressBasePathWarning = false): void => {
  const env = readEnvironment(envObject)
  setUrl(config, env, suppressBasePathWarning)
  if (config.secret === undefined || config.secret.length === 0) {
    const secrets = readSecrets(env)
    if (secrets.length > 0) config.secret = secrets
  }
  setAccountTokens(config, env)
  const proxy = set(env['AUTH_REDIRECT_PROXY_URL'])
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy
  config.trustHost ??= decideTrust(env)
  const providers = fillProviders(config.providers ?? [], env)
  if (providers !== config.providers) config.providers = providers
}
