import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The user profile that Docusign returns. */
export interface DocusignProfile {
  sub: string
  name?: string
  email?: string
  [member: string]: unknown
}

/**
 * Docusign. For the developer environment, set the three endpoints to `https://account-d.docusign.com`. Source:
 * src/ApiClient.js and src/oauth/UserInfo.js of https://github.com/docusign/docusign-esign-node-client, the official
 * client, 2026-11-21.
 * @example
 * // with AUTH_DOCUSIGN_ID and AUTH_DOCUSIGN_SECRET set; the callback is /auth/callback/docusign
 * import Docusign from '@authwright/core/providers/docusign'
 * const config = { providers: [Docusign] }
 */
export const Docusign = <P extends DocusignProfile = DocusignProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'docusign',
  name: 'Docusign',
  type: 'oauth',
  authorization: { url: 'https://account.docusign.com/oauth/auth', params: { scope: 'signature' } },
  token: 'https://account.docusign.com/oauth/token',
  userinfo: 'https://account.docusign.com/oauth/userinfo',
  style: { bg: '#4c00ff', text: '#fff' },
  options,
})

export default Docusign
