import { isObject } from '../base/json.ts'
import { resolveEmailProvider } from '../email/provider.ts'
import { InvalidEndpoints, MissingAdapter, MissingAdapterMethods, MissingAuthorize } from '../errors/classes.ts'
import type { Adapter } from '../types/adapter.ts'
import { checkPasskeys } from './check-passkeys.ts'
import type { ProviderSummary } from './providers.ts'

/** The facts that the checks weigh. */
export interface ConfigFacts {
  readonly providers: readonly ProviderSummary[]
  readonly adapter: Adapter | undefined
  readonly strategy: 'jwt' | 'database'
  readonly webAuthnEnabled: boolean
}

const SESSION = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const
const OAUTH = ['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount', 'getUser'] as const
const EMAIL = [
  'createVerificationToken',
  'useVerificationToken',
  'getUserByEmail',
  'createUser',
  'updateUser',
  'getUser',
] as const
const WEBAUTHN = [
  ...OAUTH,
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const

const option = (provider: ProviderSummary, name: string): unknown => {
  const { options } = provider.written
  return (isObject(options) ? options[name] : undefined) ?? provider.written[name]
}

const hasEndpoint = (provider: ProviderSummary, name: string): boolean => {
  const endpoint = option(provider, name)
  return (
    typeof endpoint === 'string' ||
    (isObject(endpoint) && (typeof endpoint['url'] === 'string' || typeof endpoint['request'] === 'function'))
  )
}

const checkOAuth = (provider: ProviderSummary): void => {
  if (option(provider, 'issuer') !== undefined || option(provider, 'wellKnown') !== undefined) return
  const missing = ['authorization', 'token', 'userinfo'].find((name) => !hasEndpoint(provider, name))
  if (missing !== undefined) {
    throw new InvalidEndpoints(`Provider "${provider.id}" has neither an issuer nor a ${missing} endpoint`, {
      provider: provider.id,
      endpoint: missing,
    })
  }
}

const checkProvider = (provider: ProviderSummary, facts: ConfigFacts): void => {
  if (provider.type === 'oauth' || provider.type === 'oidc') checkOAuth(provider)
  if (provider.type === 'credentials' && typeof option(provider, 'authorize') !== 'function') {
    throw new MissingAuthorize(`Provider "${provider.id}" has no authorize function`, { provider: provider.id })
  }
  if (provider.type === 'email' && facts.adapter === undefined) {
    throw new MissingAdapter('E-mail sign-in keeps its tokens in a database, so it needs an adapter')
  }
}

const bringsCode = ({ type, written }: ProviderSummary): boolean =>
  type === 'email' && resolveEmailProvider(written).hasCode

const needed = (facts: ConfigFacts): ReadonlySet<keyof Adapter> => {
  const types = new Set(facts.providers.map((provider) => provider.type))
  const methods = new Set<keyof Adapter>()
  const need = (names: readonly (keyof Adapter)[]): void => names.forEach((name) => methods.add(name))
  if (facts.strategy === 'database') need([...SESSION, 'getUser'])
  if (types.has('oauth') || types.has('oidc')) need(OAUTH)
  if (types.has('email')) need(EMAIL)
  // A code could be guessed, and only the database can count for all servers who tries.
  if (facts.providers.some(bringsCode)) need(['countAttempt'])
  if (types.has('webauthn')) need(WEBAUTHN)
  return methods
}

/** Check what belongs together. Throws one error, which names everything that is missing of its kind. */
export const checkConfig = (facts: ConfigFacts): void => {
  for (const provider of facts.providers) checkProvider(provider, facts)
  checkPasskeys(facts)
  if (facts.strategy === 'database' && facts.adapter === undefined) {
    throw new MissingAdapter('session.strategy "database" needs an adapter')
  }
  const { adapter } = facts
  if (adapter === undefined) return
  const missing = [...needed(facts)].filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) throw new MissingAdapterMethods(`The adapter lacks ${missing.join(', ')}`, { missing })
}
