import type { OAuth2Config, OAuthUserConfig, TokenEndpointHandler } from '../types/providers.ts'
import { readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/azure-devops-icon.ts'

/** The user profile that Azure DevOps returns. It does not say whether the e-mail address is verified. */
export interface AzureDevOpsProfile {
  id: string
  displayName?: string
  emailAddress?: string
  coreAttributes?: { Avatar?: { value?: { value?: string } } }
  [member: string]: unknown
}

/**
 * Exchange the code with Azure DevOps's own grant: the client assertion is the secret and the assertion is the code.
 */
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
  // The `token_type` is `jwt-bearer`, but the access token is sent as a bearer token (RFC 6750 §2.1).
  return { tokens: { ...tokens, token_type: 'bearer' } }
}

/**
 * Azure DevOps, for applications registered before April 2025. Microsoft registers no new ones and is removing the
 * service: use `microsoft-entra-id`. Pictures are bytes without a URL, so `image` is not set. Sources:
 * https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth and
 * https://learn.microsoft.com/en-us/rest/api/azure/devops/profile/profiles/get, 2026-11-21.
 * @example
 * // with AUTH_AZURE_DEVOPS_ID and AUTH_AZURE_DEVOPS_SECRET set; the callback is /auth/callback/azure-devops
 * import AzureDevOpsProvider from '@authwright/core/providers/azure-devops'
 * const config = { providers: [AzureDevOpsProvider] }
 */
export const AzureDevOpsProvider = <P extends AzureDevOpsProfile = AzureDevOpsProfile>(
  options: OAuthUserConfig<P> & {
    /** The scopes of the registration. @default 'vso.profile' */
    scope?: string
  } = {},
): OAuth2Config<P> => ({
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
  style: { bg: '#fff', text: '#5e5e5e' },
  icon,
  options,
})

export default AzureDevOpsProvider
