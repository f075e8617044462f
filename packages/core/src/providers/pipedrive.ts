import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /v1/users/me`. The profile is in `data`. */
export interface PipedriveProfile {
  success: boolean
  data: { id: number; name?: string; email?: string; icon_url?: string | null }
  [member: string]: unknown
}

/**
 * Pipedrive. The scopes are set in its developer hub. A user can belong to several companies and has the same `id` in
 * all of them. `id` and `company_id` together identify one membership. Source:
 * https://pipedrive.readme.io/docs/marketplace-oauth-authorization (beginning of the page: the consent page),
 * https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes (tokens),
 * https://pipedrive.readme.io/docs/marketplace-getting-user-data, https://developers.pipedrive.com/docs/api/v1/Users (a
 * user may belong to several accounts) and `BaseUser` of the package pipedrive 33.7.0, the official client, 2026-11-21.
 * @example
 * // with AUTH_PIPEDRIVE_ID and AUTH_PIPEDRIVE_SECRET set; the callback is /auth/callback/pipedrive
 * import Pipedrive from '@authwright/core/providers/pipedrive'
 * const config = { providers: [Pipedrive] }
 */
export const Pipedrive = <P extends PipedriveProfile = PipedriveProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
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
