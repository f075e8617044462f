import { resolveEmailProvider } from '../protocols/email/email-provider.ts'
import { MissingAdapter, MissingAdapterMethods } from '../errors/error-classes.ts'
import type { Adapter } from '../types/adapter.ts'
import type { ProviderSummary } from './provider-table.ts'

/** The facts that say what a database has to be able to do. */
export interface AdapterFacts {
  readonly providers: readonly ProviderSummary[]
  readonly adapter: Adapter | undefined
  readonly strategy: 'jwt' | 'database'
}

type Method = keyof Adapter

/** One part of a configuration, and what it calls. */
interface Need {
  readonly who: string
  readonly methods: readonly Method[]
  /** Whether it can do without any adapter. */
  readonly isOptional?: boolean
}

const SESSION = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'] as const
const OAUTH = ['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount', 'getUser'] as const
const TOKENS = ['createVerificationToken', 'useVerificationToken'] as const
const EMAIL = [...TOKENS, 'getUserByEmail', 'createUser', 'updateUser', 'getUser'] as const
const WEBAUTHN = [
  ...OAUTH,
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const

const bringsCode = ({ type, written }: ProviderSummary): boolean =>
  type === 'email' && resolveEmailProvider(written).hasCode

const listNeeds = ({ providers, strategy }: AdapterFacts): readonly Need[] => {
  const types = new Set(providers.map(({ type }) => type))
  const needs: Need[] = []
  if (strategy === 'database') needs.push({ who: 'session.strategy "database"', methods: SESSION })
  if (types.has('oauth') || types.has('oidc')) needs.push({ who: 'OAuth', methods: OAUTH, isOptional: true })
  // A change of address calls nothing that sign-in by mail does not.
  if (types.has('email')) needs.push({ who: 'e-mail', methods: EMAIL })
  // A code could be guessed, and only the database can count for all servers who tries.
  if (providers.some(bringsCode)) needs.push({ who: 'codes by e-mail', methods: ['incrementCounter'] })
  if (types.has('webauthn')) needs.push({ who: 'passkeys', methods: WEBAUTHN })
  return needs
}

type Wanted = ReadonlyMap<Method, readonly string[]>

/** Each method with who needs it, in the order of the needs. */
const byMethod = (needs: readonly Need[]): Wanted => {
  const wanted = new Map<Method, readonly string[]>()
  for (const { who, methods } of needs) {
    for (const method of methods) wanted.set(method, [...(wanted.get(method) ?? []), who])
  }
  return wanted
}

/** A challenge can be used once only where the database says who was first: by counting, or by a token that goes with its use. */
const CHALLENGES: Need = { who: `passkeys, unless there are ${TOKENS.join(' and ')}`, methods: ['incrementCounter'] }

/**
 * Check that the database can do what the rest of the configuration needs. Throws `MissingAdapter`, or `MissingAdapterMethods` with
 * every method that is missing and what needs it, so that nobody finds them one at a time.
 */
export const checkAdapter = (facts: AdapterFacts): void => {
  const { adapter } = facts
  const needs = listNeeds(facts)
  if (adapter === undefined) {
    const who = needs.filter(({ isOptional }) => isOptional !== true).map((need) => need.who)
    if (who.length > 0) throw new MissingAdapter(`An adapter is needed for: ${who.join(', ')}`)
    return
  }
  const has = (method: Method): boolean => typeof adapter[method] === 'function'
  const asked = byMethod(needs)
  const usesTokens = TOKENS.every((method) => has(method) || asked.has(method))
  const isOnce = !facts.providers.some(({ type }) => type === 'webauthn') || has('incrementCounter') || usesTokens
  const wanted = [...(isOnce ? asked : byMethod([...needs, CHALLENGES]))].filter(([method]) => !has(method))
  if (wanted.length === 0) return
  const told = wanted.map(([method, who]) => `${method} (${who.join(', ')})`)
  throw new MissingAdapterMethods(`The adapter lacks ${told.join('; ')}`, { missing: wanted.map(([method]) => method) })
}
