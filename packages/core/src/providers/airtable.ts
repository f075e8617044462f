import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Airtable tells of a person: no name is among it. */
export interface AirtableProfile {
  id: string
  email?: string
  [member: string]: unknown
}

/**
 * Airtable. It insists on PKCE, and tells no name. Source: index.js of https://github.com/Airtable/oauth-example, its
 * own example, 2026-11-21; the scope and the profile as the ecosystem has them.
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
