import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v1/users/me` tells of a person, inside `data`. */
export interface PipedriveProfile {
  success: boolean
  data: { id: number; name?: string; email?: string; icon_url?: string | null }
  [member: string]: unknown
}

/**
 * Pipedrive. Scopes are set in its developer hub. A person may belong to several companies and is one user in all of
 * them: `id` names the person, `id` and `company_id` together one membership. Source:
 * https://pipedrive.readme.io/docs/marketplace-oauth-authorization (its beginning: the page of consent),
 * https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes (tokens),
 * https://pipedrive.readme.io/docs/marketplace-getting-user-data, https://developers.pipedrive.com/docs/api/v1/Users
 * (a user may belong to several accounts) and `BaseUser` of the package pipedrive 33.7.0, its own client, 2026-11-21.
 */
export const Pipedrive = (options: OAuthUserConfig<PipedriveProfile> = {}): OAuth2Config<PipedriveProfile> => ({
  id: 'pipedrive',
  name: 'Pipedrive',
  type: 'oauth',
  authorization: 'https://oauth.pipedrive.com/oauth/authorize',
  token: 'https://oauth.pipedrive.com/oauth/token',
  userinfo: 'https://api.pipedrive.com/v1/users/me',
  profile: ({ data: { id, name, email, icon_url: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#017737', text: '#fff' },
  options,
})

export default Pipedrive
