import { makeObjectValues } from '../base/object-values.ts'
import { isObject, nonEmpty, type JsonObject } from '../base/json.ts'
import { variableName, type ProviderVariable, trimEnd } from '../base/text.ts'
import type { MethodRegistry } from './engine-types.ts'
import type { AppProviders, AuthConfig } from '../types/index.ts'
import { warnOnce } from './config-warnings.ts'
import { resolveLogger } from './logger.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { options } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The value without surrounding spaces. An empty variable counts as not set. */
const valueOf = (value: string | undefined): string | undefined => nonEmpty(value?.trim())

/** `true`, `1`, `yes` and `on` are true; every other value is false. */
const isTrue = (value: string | undefined): boolean | undefined => {
  const text = valueOf(value)?.toLowerCase()
  return text === undefined ? undefined : ['true', '1', 'yes', 'on'].includes(text)
}

/** The URL of the application. Applications that used Auth.js may still set the second variable. */
const findAppUrl = (env: Environment): { readonly text?: string; readonly url?: URL } => {
  const text = valueOf(env[options.origin.env]) ?? valueOf(env['NEXTAUTH_URL'])
  if (text === undefined) return {}
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? { text, url } : { text }
}

/** Trusted are platforms that set the `Host` header themselves, and development machines. */
const setTrust = (config: AuthConfig, env: Environment): void => {
  if (typeof config.trustHost === 'boolean') return
  const [trusted, mode] = [isTrue(env[options.trustHost.env]), valueOf(env['NODE_ENV'])]
  config.trustHost =
    trusted ??
    (findAppUrl(env).url !== undefined ||
      ['VERCEL', 'CF_PAGES'].some((platform) => isTrue(env[platform]) === true) ||
      ['development', 'test'].includes(mode ?? ''))
  // Without NODE_ENV this may be a development machine or a server. A public server is not called by these names.
  if (trusted === undefined && mode === undefined) config.trustLoopback ??= true
}

/** The secrets of a variable and of its numbered forms, the highest number first. */
const listSecrets = (env: Environment, name: string): string[] =>
  [`${name}_3`, `${name}_2`, `${name}_1`, name].map((variable) => env[variable] ?? '').filter((text) => text !== '')

const setUrl = (config: AuthConfig, env: Environment, quiet: boolean): void => {
  const { text, url } = findAppUrl(env)
  // A value that is not a URL is kept, so that the first request fails with it.
  if (text !== undefined) config.origin ??= url?.origin ?? text
  const path = trimEnd(url?.pathname ?? '', '/')
  const { basePath } = config
  if (path !== '' && !basePath) config.basePath = path
  else if (path !== '' && !quiet) {
    const why = 'basePath is set, so the path of AUTH_URL is not used'
    resolveLogger(config, defaultRuntime).warn('env-url-basepath-redundant', why)
  } else if (path !== '' && path !== basePath) {
    // A framework package sets `basePath` itself. It may do so for each request, so the warning is made once.
    const why = `AUTH_URL has the path "${path}", which is not used, because basePath is "${basePath}"`
    const remedy = `set AUTH_URL=${url?.origin}, or basePath: '${path}' in the config`
    const logger = resolveLogger(config, defaultRuntime)
    warnOnce(config.logger ?? defaultRuntime.console, logger, [['env-url-basepath-mismatch', `${why}: ${remedy}`]])
  }
  config.basePath ??= options.basePath.default
}

const setSecrets = (config: AuthConfig, env: Environment): void => {
  const found = listSecrets(env, options.secret.env)
  // One text from `NEXTAUTH_SECRET`, and not a list: an Auth.js `jwt.encode` of the application expects a text.
  const secret = found.length > 0 ? found : env['NEXTAUTH_SECRET']
  if (!config.secret?.length && secret) config.secret = secret
  const { account } = config
  const accountSecret = listSecrets(env, options.account.tokens.secret.env)
  if (account?.tokens?.secret?.length || accountSecret.length === 0) return
  config.account = { ...account, tokens: { ...account?.tokens, secret: accountSecret } }
}

/** The values of the variables that the method of a provider has. */
const readVariables = (provider: object, env: Environment, methods: MethodRegistry) => {
  const { id, type } = isObject(provider) ? provider : { id: undefined, type: undefined }
  const found: { [Name in ProviderVariable]?: string } = {}
  if (typeof id !== 'string') return found
  for (const option of methods.find(type)?.variables ?? []) {
    const own = valueOf(env[variableName(id, option)])
    // azure-ad is the old name of microsoft-entra-id. Without its issuer, users of every Microsoft tenant could sign in.
    const isOldName = own === undefined && id === 'azure-ad' && option === 'issuer'
    const value = isOldName ? valueOf(env[variableName('microsoft-entra-id', option)]) : own
    if (value !== undefined) found[option] = value
  }
  return found
}

/** The entry, or a copy with the values of the environment. The developer's own options win. */
const fillObject = (entry: JsonObject, env: Environment, methods: MethodRegistry): object => {
  // A provider function puts the developer's options into `options`; the other members are defaults of the entry.
  const own = isObject(entry['options']) ? entry['options'] : entry
  const found = Object.entries(readVariables(entry, env, methods))
  const added = found.filter(([name, value]) => (own[name] ?? value) === value && entry[name] !== value)
  return added.length === 0 ? entry : { ...entry, ...Object.fromEntries(added) }
}

/** The provider of each entry, and the variables it was made with: a config for each request gets the same provider. */
const filled = makeObjectValues<{ readonly provider: object; readonly plain: object; readonly from: string }>()

const fillEntry = (entry: unknown, env: Environment, methods: MethodRegistry): unknown => {
  if ((typeof entry !== 'object' && typeof entry !== 'function') || entry === null) return entry
  const known = filled.get(entry)
  const make = typeof entry === 'function' ? (entry as (options: object) => object) : undefined
  const plain = known?.plain ?? make?.({}) ?? entry
  // Its own variables only: listing all variables of a process takes longer than checking a session.
  const variables = readVariables(plain, env, methods)
  const from = JSON.stringify(variables)
  if (known?.from === from) return known.provider
  const made = make === undefined ? entry : make(variables)
  const provider = isObject(made) ? fillObject(made, env, methods) : made
  // The others are not kept: the entries of a config that is made for each request are used once.
  if (provider !== entry) filled.set(entry, { provider, plain, from })
  return provider
}

/** Fills the options that a config leaves out from environment variables (`setEnvDefaults`). */
export const applyEnvironment = (methods: MethodRegistry, envObject: unknown, config: AuthConfig, quiet: boolean) => {
  const env = (typeof envObject === 'object' && envObject !== null ? envObject : {}) as Environment
  setUrl(config, env, quiet)
  setSecrets(config, env)
  const proxy = valueOf(env[options.redirectProxyUrl.env])
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy
  setTrust(config, env)
  const before: AppProviders = config.providers ?? []
  // The engine explains it.
  if (!Array.isArray(before)) return
  const providers = before.map((entry) => fillEntry(entry, env, methods))
  if (providers.some((entry, i) => entry !== before[i])) config.providers = providers as unknown as AppProviders
  else config.providers ??= before
}
