import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v1/users/me` tells of a person, inside `data`. */
export interface PipedriveProfile {
  success: boolean
  data: { id: number; name?: string; email?: string; icon_url?: string | null }
  [member: string]: unknown
}

/**
 * Pipedrive. Scopes are set in its developer hub. A person may belong to several companies: what Pipedrive guarantees
 * to be unique is `id` together with `company_id`, and the id here is `id` alone. Source:
 * https://pipedrive.readme.io/docs/marketplace-oauth-authorization (its beginning: the page of consent),
 * https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes (tokens),
 * https://pipedrive.readme.io/docs/marketplace-getting-user-data and the README of
 * https://github.com/pipedrive/client-nodejs, 2026-11-21.
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
