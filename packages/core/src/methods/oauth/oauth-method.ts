import type { ConfiguredProvider, SignInMethod } from '../../config/engine-types.ts'
import { isObject, defined } from '../../base/json.ts'
import { once } from '../../base/async.ts'
import { DISCOVERY_PATH, missingOptionHint } from '../../base/text.ts'
import { authError } from '../../errors/error-classes.ts'
import { mergeOptions } from '../../protocols/oauth/provider-entry.ts'

const hasEndpoint = (endpoint: unknown): boolean =>
  typeof endpoint === 'string' ||
  (isObject(endpoint) && (typeof endpoint['url'] === 'string' || typeof endpoint['request'] === 'function'))

/** Throws `InvalidEndpoints` when a provider has neither an issuer nor all endpoints that a sign-in calls. */
const checkEndpoints = ({ id, entryId, options }: ConfiguredProvider): void => {
  if ((options['issuer'] ?? options['wellKnown'] ?? undefined) !== undefined) return
  const endpoint = ['authorization', 'token', 'userinfo'].find((name) => !hasEndpoint(options[name]))
  if (endpoint === undefined) return
  const message = `Provider "${id}" has neither an issuer nor the endpoint ${endpoint}`
  const fix = `${missingOptionHint(entryId, 'issuer')}, to the address below which the provider serves ${DISCOVERY_PATH}`
  throw authError('InvalidEndpoints', message, { provider: id, option: 'issuer', endpoint, fix })
}

const findUnstatedEmail: NonNullable<SignInMethod['findUnstatedEmail']> = ({ type, options }) => {
  const { emailVerified, trustAllEmails, emailDomains } = options
  if (typeof emailVerified === 'function' || trustAllEmails === true || Array.isArray(emailDomains)) return undefined
  if (type !== 'oidc' || trustAllEmails === false)
    return { line: 'emailVerified: (profile) => profile.email_verified === true', hasClaim: false }
  const line = `trustAllEmails: true if you chose the provider, or emailDomains: ['example.com'] if a tenant did`
  return { line, hasClaim: true }
}

export const oauthMethod: SignInMethod = {
  types: ['oauth', 'oidc'],
  facts: {
    hasStoredUsers: true,
    hasAccounts: true,
    verifiesEmail: 'by-provider',
    hasPasskeys: false,
    notLinkedError: 'OAuthAccountNotLinked',
  },
  // The authorization response has a state that must match a cookie of this browser.
  callbackPostedBy: 'provider',
  isCallbackPostOnly: false,
  startAction: 'signin',
  variables: ['clientId', 'clientSecret', 'issuer'],
  mergeOptions,
  checkProviders: (providers) => providers.forEach(checkEndpoints),
  adapterNeeds: () => [
    {
      who: 'OAuth',
      methods: ['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount', 'getUser'],
      isOptional: true,
    },
  ],
  findUnstatedEmail,
  pageEntry: ({ id, entryId, name, style }, basePath) => {
    const icon = entryId === id ? undefined : entryId
    return { id, name, kind: 'redirect', action: `${basePath}/signin/${id}`, ...defined({ style, icon }) }
  },
  load: once(async () => (await import('./oauth-steps.ts')).oauthSteps),
}
