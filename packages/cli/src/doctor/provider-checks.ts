import type { Members, ProviderDescription } from '../application/describe-providers.ts'
import { group, isLoopback, list, type Facts } from './check.ts'

const isOAuth = ({ type }: ProviderDescription): boolean => type === 'oauth' || type === 'oidc'

/** What is wrong with each OAuth provider. */
const each = (
  { providers }: Facts,
  problemOf: (provider: ProviderDescription) => string | undefined,
): string | undefined =>
  list(
    providers.filter(isOAuth).flatMap((provider) => {
      const problem = problemOf(provider)
      return problem === undefined ? [] : [`provider ${provider.id} ${problem}`]
    }),
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** The addresses of a provider that are written in the config or in its entry. */
const addressesOf = ({ options }: ProviderDescription): readonly URL[] =>
  ['issuer', 'wellKnown', 'authorization', 'token', 'userinfo', 'jwks_endpoint'].flatMap((name) => {
    const value = options[name]
    const text = isMembers(value) ? value['url'] : value
    return typeof text === 'string' && URL.canParse(text) ? [new URL(text)] : []
  })

const isEmulated = (provider: ProviderDescription): boolean =>
  addressesOf(provider).some(({ hostname }) => isLoopback(hostname))

/** Names that developers try instead of `AUTH_<ID>_ID` and `AUTH_<ID>_SECRET`. */
const otherNames = (id: string, variable: string): readonly string[] => {
  const name = id.toUpperCase().replaceAll('-', '_')
  const ending = variable.slice(variable.lastIndexOf('_') + 1)
  return [
    `AUTH_${name}_CLIENT_${ending}`,
    `${name}_CLIENT_${ending}`,
    `${name}_${ending}`,
    `NEXTAUTH_${name}_${ending}`,
  ]
}

/** The variables that are missing because they are set by another name. */
export const findMisspelt = ({
  providers,
  env,
}: Pick<Facts, 'providers' | 'env'>): readonly { readonly name: string; readonly variable: string }[] =>
  providers.flatMap(({ id, missing }) =>
    missing.flatMap((variable) => {
      const name = otherNames(id, variable).find((other) => env[other])
      return name === undefined ? [] : [{ name, variable }]
    }),
  )

/** The variables that are missing by each name. */
const findMissing = (facts: Facts): readonly string[] => {
  const misspelt = new Set(findMisspelt(facts).map(({ variable }) => variable))
  return facts.providers.flatMap(({ missing }) => missing.filter((name) => !misspelt.has(name)))
}

/** Whether development needs no client. The emulator has a mock of each OAuth provider of the catalog. */
const isClientReplaced = ({ providers, source }: Facts): boolean =>
  source.includes('emulateInDevelopment(') && providers.filter(({ missing }) => missing.length > 0).every(isOAuth)

const discoveryUrl = ({ options }: ProviderDescription): string | undefined => {
  const { wellKnown, issuer } = options
  if (typeof wellKnown === 'string' && wellKnown !== '') return wellKnown
  return typeof issuer === 'string' && URL.canParse(issuer)
    ? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    : undefined
}

type Discovery = Readonly<Record<string, unknown>>

const discoveries = new WeakMap<Facts, Map<string, Promise<Discovery | string>>>()

const fetchDiscovery = async (facts: Facts, url: string): Promise<Discovery | string> => {
  try {
    const response = await facts.system.fetch(url)
    return response.status === 200 ? ((await response.json()) as Discovery) : `${url} has status ${response.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${url} does not respond: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

/** The discovery document of a provider, or why there is none. It is fetched once for all checks. */
const readDiscovery = (facts: Facts, url: string): Promise<Discovery | string> => {
  const known = discoveries.get(facts) ?? new Map<string, Promise<Discovery | string>>()
  discoveries.set(facts, known)
  const found = known.get(url) ?? fetchDiscovery(facts, url)
  known.set(url, found)
  return found
}

/** What is wrong with the discovery document of each OpenID Provider. Those without one are the subject of one check. */
const eachDiscovery = async (
  facts: Facts,
  problemOf: (document: Discovery, provider: ProviderDescription) => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> => {
  const problems = facts.providers
    .filter(({ type }) => type === 'oidc')
    .map(async (provider) => {
      const url = discoveryUrl(provider)
      const document = url === undefined ? '' : await readDiscovery(facts, url)
      const problem = typeof document === 'string' ? undefined : await problemOf(document, provider)
      return problem === undefined ? [] : [`provider ${provider.id}: ${problem}`]
    })
  return list((await Promise.all(problems)).flat())
}

const findSilent = async (facts: Facts): Promise<string | undefined> => {
  const urls = facts.providers.filter(({ type }) => type === 'oidc').map(discoveryUrl)
  const found = await Promise.all(
    urls.map((url) => (url === undefined ? Promise.resolve({}) : readDiscovery(facts, url))),
  )
  return list(found.filter((document) => typeof document === 'string'))
}

const findKeys = async (facts: Facts, { jwks_uri: url }: Discovery): Promise<string | undefined> => {
  if (typeof url !== 'string') return 'its discovery document names no keys'
  const read = await readDiscovery(facts, url)
  if (typeof read === 'string') return read
  return Array.isArray(read['keys']) && read['keys'].length > 0 ? undefined : `${url} has no keys`
}

const authMethodOf = ({ options }: ProviderDescription): string | undefined => {
  const { client } = options
  const method = isMembers(client) ? client['token_endpoint_auth_method'] : undefined
  return typeof method === 'string' ? method : undefined
}

export const providerChecks = group('providers', 'docs/reference/providers.md', {
  none: {
    level: 'warn',
    why: 'the sign-in page has no method',
    fix: 'add a provider: providers: [GitHub]',
    find: ({ providers }) => (providers.length === 0 ? 'the configuration has no provider' : undefined),
  },
  variables: {
    level: 'fail',
    why: 'a sign-in with the provider fails, unless it is emulated in development',
    fix: 'set the variables; npx @authwright/cli providers shows the callback URL to register',
    find: (facts) => list(findMissing(facts).map((name) => `${name} is not set`)),
    isReplaced: isClientReplaced,
  },
  'misspelt-variables': {
    level: 'fail',
    why: 'the library reads AUTH_<PROVIDER>_ID, _SECRET, _ISSUER and _KEY only, so a sign-in with the provider fails',
    fix: 'rename the variable',
    isReplaced: isClientReplaced,
    find: (facts) => list(findMisspelt(facts).map(({ name, variable }) => `${name} is set, and ${variable} is not`)),
  },
  spaces: {
    level: 'warn',
    why: 'the provider refuses a client id or secret with quotes or spaces around it',
    fix: 'remove them from the value',
    find: (facts) =>
      each(facts, ({ options }) => {
        const found = ['clientId', 'clientSecret'].find((name) => /^["'\s]|["'\s]$/.test(textOf(options[name])))
        return found === undefined ? undefined : `has quotes or spaces around its ${found}`
      }),
  },
  'swapped-id': {
    level: 'warn',
    why: 'the client secret would be sent to every browser as the client id',
    fix: 'compare both values with the page of your client at the provider',
    find: (facts) =>
      each(facts, ({ options: { clientId, clientSecret } }) =>
        typeof clientId === 'string' && clientId !== '' && clientId === clientSecret
          ? 'has the same client id and client secret'
          : undefined,
      ),
  },
  http: {
    level: 'fail',
    why: 'an attacker on the network can read codes and tokens, and sign in as the user',
    fix: 'write the https address',
    find: (facts) =>
      each(facts, (provider) => {
        const open = addressesOf(provider).find(
          ({ protocol, hostname }) => protocol === 'http:' && !isLoopback(hostname),
        )
        return open === undefined ? undefined : `has the address ${open.origin}`
      }),
  },
  emulated: {
    level: 'fail',
    isForProduction: true,
    why: 'an emulator lets an attacker sign in as any user',
    fix: 'use the provider itself in production',
    find: (facts) => each(facts, (provider) => (isEmulated(provider) ? 'is emulated on this machine' : undefined)),
  },
  'removed-checks': {
    level: 'warn',
    why: 'without PKCE or nonce, a stolen or injected authorization code signs in',
    fix: 'remove the option checks',
    find: (facts) =>
      each(facts, ({ type, given: { checks }, options: { pkceUnsupported } }) => {
        if (!Array.isArray(checks)) return undefined
        const wanted = [...(pkceUnsupported === undefined ? ['pkce'] : []), ...(type === 'oidc' ? ['nonce'] : [])]
        const removed = wanted.filter((check) => !checks.includes(check))
        return removed.length === 0 ? undefined : `does without ${removed.join(' and ')}`
      }),
  },
  'links-by-email': {
    level: 'warn',
    why: 'an attacker with an account at that provider that has the address of a user gets the account of the user',
    fix: 'remove allowDangerousEmailAccountLinking: users link accounts while they are signed in',
    find: (facts) =>
      each(facts, ({ options }) =>
        options['allowDangerousEmailAccountLinking'] === true ? 'links accounts by e-mail address' : undefined,
      ),
  },
  'any-tenant': {
    level: 'warn',
    why: 'users of every organization can sign in',
    fix: 'set the issuer of your own tenant, or check the organization in the signIn callback',
    find: (facts) =>
      each(facts, ({ options: { issuer } }) =>
        /\/(?:common|organizations)(?:\/|$)/.test(textOf(issuer)) ? 'accepts every tenant' : undefined,
      ),
  },
  discovery: {
    level: 'fail',
    usesNetwork: true,
    why: 'a sign-in reads the addresses and keys of the provider there',
    fix: 'compare the issuer with the documentation of the provider, and let the server reach it',
    find: findSilent,
  },
  issuer: {
    level: 'fail',
    usesNetwork: true,
    why: 'ID tokens of another issuer are refused (OpenID Connect Core 3.1.3.7)',
    fix: 'set the issuer exactly as the discovery document has it, also the slash at its end',
    find: (facts) =>
      eachDiscovery(facts, ({ issuer }, { options }) =>
        options['issuer'] === undefined || issuer === options['issuer']
          ? undefined
          : `its issuer is ${String(issuer)}, and the configuration has ${textOf(options['issuer'])}`,
      ),
  },
  keys: {
    level: 'fail',
    usesNetwork: true,
    why: 'no ID token can be verified',
    fix: 'let the server reach the address, or ask the provider',
    find: (facts) => eachDiscovery(facts, (document) => findKeys(facts, document)),
  },
  'client-authentication': {
    level: 'warn',
    usesNetwork: true,
    why: 'the provider responds with invalid_client when the code is exchanged',
    fix: 'set client: { token_endpoint_auth_method } to a method of the provider',
    find: (facts) =>
      eachDiscovery(facts, ({ token_endpoint_auth_methods_supported: offered }, provider) => {
        const method = authMethodOf(provider)
        return method === undefined || !Array.isArray(offered) || offered.includes(method)
          ? undefined
          : `it does not offer ${method}, but ${offered.join(', ')}`
      }),
  },
})
