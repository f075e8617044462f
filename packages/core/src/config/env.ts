import { isObject } from '../base/json.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AppProviders } from '../types/providers.ts'
import { resolveLogger } from './logger.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { BASE_PATH } from './defaults.ts'

type Environment = Readonly<Record<string, string | undefined>>

const readEnvironment = (envObject: unknown): Environment =>
  (typeof envObject === 'object' && envObject !== null ? envObject : {}) as Environment

const set = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

/** By value: `false` and `0` say no, whatever else is set says yes. */
const saysYes = (value: string | undefined): boolean | undefined => {
  const text = set(value)?.toLowerCase()
  return text === undefined ? undefined : !['false', '0', 'no', 'off'].includes(text)
}

/** A platform that sets the host itself, or a developer's machine that says so. Nothing said is no trust. */
const decideTrust = (env: Environment): boolean =>
  saysYes(env['AUTH_TRUST_HOST']) ??
  (set(env['AUTH_URL']) !== undefined ||
    saysYes(env['VERCEL']) === true ||
    saysYes(env['CF_PAGES']) === true ||
    ['development', 'test'].includes(env['NODE_ENV'] ?? ''))

const readSecrets = (env: Environment): string[] => {
  const secrets = [env['AUTH_SECRET_3'], env['AUTH_SECRET_2'], env['AUTH_SECRET_1'], env['AUTH_SECRET']]
  return secrets.filter((secret) => secret !== undefined && secret !== '') as string[]
}

const setUrl = (config: AuthConfig, env: Environment, quiet: boolean): void => {
  const text = set(env['AUTH_URL'])
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined) {
    config.origin ??= url.origin
    const path = url.pathname.replace(/\/+$/, '')
    if (config.basePath !== undefined && config.basePath !== '') {
      if (!quiet && path !== '')
        resolveLogger(config, defaultRuntime).warn(
          'env-url-basepath-redundant',
          'basePath is set, so the path of AUTH_URL is not used',
        )
    } else if (path !== '') config.basePath = path
  }
  config.basePath ??= BASE_PATH
}

const variables = (
  id: string,
  env: Environment,
): Readonly<Record<'clientId' | 'clientSecret' | 'issuer' | 'apiKey', string | undefined>> => {
  const name = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  return {
    clientId: set(env[`${name}_ID`]),
    clientSecret: set(env[`${name}_SECRET`]),
    issuer: set(env[`${name}_ISSUER`]),
    apiKey: set(env[`${name}_KEY`]),
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

/** The provider itself when the environment adds nothing, else a copy. Explicit options win over the environment. */
const fill = (entry: unknown, env: Environment): unknown => {
  if (typeof entry === 'function') {
    const make = entry as (options: Record<string, unknown>) => unknown
    const found = variables(defaultId(make({})), env)
    const options = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
    return fill(make(options), env)
  }
  if (!isObject(entry)) return entry
  const names = FILLED[entry['type'] as keyof typeof FILLED] ?? []
  const options = isObject(entry['options']) ? entry['options'] : {}
  const found = variables(defaultId(entry), env)
  const added = names.filter(
    (name) => found[name] !== undefined && (entry[name] ?? options[name] ?? undefined) === undefined,
  )
  if (added.length === 0) return entry
  return { ...entry, ...Object.fromEntries(added.map((name) => [name, found[name]])) }
}

const fillProviders = (providers: AppProviders, env: Environment): AppProviders => {
  const filled = providers.map((entry) => fill(entry, env)) as unknown as AppProviders
  return filled.some((entry, i) => entry !== providers[i]) ? filled : providers
}

/**
 * Fill what a config leaves open from environment variables: `AUTH_SECRET` (and `_1` to `_3`, the highest first),
 * `AUTH_URL` (origin, and base path unless one is set), `AUTH_TRUST_HOST`, `AUTH_REDIRECT_PROXY_URL`, and
 * `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`, `_KEY` of each provider. Writes on the config object, and on nothing else; a second
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
  const proxy = set(env['AUTH_REDIRECT_PROXY_URL'])
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy
  config.trustHost ??= decideTrust(env)
  const providers = fillProviders(config.providers, env)
  if (providers !== config.providers) config.providers = providers
}
