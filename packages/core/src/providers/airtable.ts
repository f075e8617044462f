import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Airtable tells of a person: no name is among it. */
export interface AirtableProfile {
  id: string
  email?: string
  [member: string]: unknown
}

/**
 * Airtable. It insists on PKCE, and tells no name. The address comes with the scope `user.email:read`; nothing says
 * that it was verified. Source: https://airtable.com/developers/web/api/oauth-reference (addresses, PKCE with
 * SHA-256), https://airtable.com/developers/web/api/get-user-id-scopes (the whole answer) and index.js of
 * https://github.com/Airtable/oauth-example, its own example (the secret by the scheme Basic), 2026-11-21.
 */
export const Airtable = (options: OAuthUserConfig<AirtableProfile> = {}): OAuth2Config<AirtableProfile> => ({
  id: 'airtable',
  name: 'Airtable',
  type: 'oauth',
  authorization: { url: 'https://airtable.com/oauth2/v1/authorize', params: { scope: 'user.email:read' } },
  token: 'https://airtable.com/oauth2/v1/token',
  userinfo: 'https://api.airtable.com/v0/meta/whoami',
  style: { bg: '#fcb400', text: '#000' },
  options,
})

export default Airtable
