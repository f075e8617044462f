import type { OAuth2Config, OAuthUserConfig, TokenEndpointHandler } from '../types/providers.ts'
import { readTokens } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What Azure DevOps tells of a person. Nothing says that the address was verified. */
export interface AzureDevOpsProfile {
  id: string
  displayName?: string
  emailAddress?: string
  [member: string]: unknown
}

/** Its own grant: the secret is the client's assertion, the code the person's. */
const exchange: TokenEndpointHandler['request'] = async ({ params, provider, fetch }) => {
  const { secret, tokenUrl } = readClient(provider)
  const body = new URLSearchParams({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: secret,
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: params.get('code') ?? '',
    redirect_uri: params.get('redirect_uri') ?? '',
  })
  const { tokens } = await readTokens('Azure DevOps', await fetch(tokenUrl, { method: 'POST', body }))
  // It calls the type `jwt-bearer`, and takes the token as any bearer token (RFC 6750 §2.1).
  return { tokens: { ...tokens, token_type: 'bearer' } }
}

/**
 * Azure DevOps, for applications registered before April 2025; Microsoft accepts no new ones and removes the service: use
 * `microsoft-entra-id`. Sources: https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth
 * and https://learn.microsoft.com/en-us/rest/api/azure/devops/profile/profiles/get, 2026-11-21. Pictures come as bytes without
 * an address, so none is mapped.
 */
export const AzureDevOpsProvider = (
  options: OAuthUserConfig<AzureDevOpsProfile> & {
    /** Those that the application is registered with. @default 'vso.profile' */
    scope?: string
  } = {},
): OAuth2Config<AzureDevOpsProfile> => ({
  id: 'azure-devops',
  name: 'Azure DevOps',
  type: 'oauth',
  authorization: {
    url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
    params: { response_type: 'Assertion', scope: options.scope ?? 'vso.profile' },
  },
  token: { url: 'https://app.vssps.visualstudio.com/oauth2/token', request: exchange },
  userinfo: 'https://app.vssps.visualstudio.com/_apis/profile/profiles/me?api-version=7.1',
  profile: ({ id, displayName: name, emailAddress: email }) => ({ id, name, email }),
  style: { bg: '#0078d4', text: '#fff' },
  options,
})

export default AzureDevOpsProvider
