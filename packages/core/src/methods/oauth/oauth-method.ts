import type { SignInMethod } from '../../config/engine-types.ts'
import { once } from '../../base/once.ts'
import { defined } from '../../base/record.ts'
import { mergeOptions } from '../../protocols/oauth/merge-options.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { oauthFacts } from './oauth-facts.ts'

/** OAuth 2.0 and OpenID Connect. */
export const oauthMethod: SignInMethod = {
  types: ['oauth', 'oidc'],
  facts: oauthFacts,
  // The authorization response carries a state that only this browser's cookie matches.
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
  pageEntry: ({ id, entryId, name, style }, basePath) => {
    const icon = entryId === id ? undefined : entryId
    return { id, name, kind: 'redirect', action: `${basePath}/signin/${id}`, ...defined({ style, icon }) }
  },
  load: once(async () => (await import('./oauth-steps.ts')).oauthSteps),
}
