import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/nextcloud-icon.ts'

/** The user profile that Nextcloud returns. The entry adds the URL of the picture as `avatar`. */
export interface NextcloudProfile {
  id: string
  'display-name'?: string
  displayname?: string
  email?: string | null
  avatar: string
  phone?: string
  address?: string
  website?: string
  twitter?: string
  fediverse?: string
  organisation?: string
  role?: string
  headline?: string
  biography?: string
  groups?: string[]
  language?: string
  locale?: string
  enabled?: boolean
  storageLocation?: string
  [member: string]: unknown
}

/**
 * Nextcloud. `issuer` is required: the server's URL, such as `https://cloud.example.com`. There are no scopes: an
 * access token can do everything that the user can. Paths contain `index.php`, which works on every server, with or
 * without pretty URLs. The profile does not say whether the e-mail address is verified. Source:
 * https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html and apps/oauth2/openapi.json
 * of github.com/nextcloud/server, 2026-11-21.
 * @example
 * // with AUTH_NEXTCLOUD_ID, AUTH_NEXTCLOUD_SECRET and AUTH_NEXTCLOUD_ISSUER set; the callback is /auth/callback/nextcloud
 * import Nextcloud from '@authwright/core/providers/nextcloud'
 * const config = { providers: [Nextcloud] }
 */
export const Nextcloud = <P extends NextcloudProfile = NextcloudProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'nextcloud',
  name: 'Nextcloud',
  type: 'oauth',
  authorization: '{issuer}/index.php/apps/oauth2/authorize',
  token: '{issuer}/index.php/apps/oauth2/api/v1/token',
  userinfo: {
    url: '{issuer}/ocs/v2.php/cloud/user?format=json',
    request: async ({ tokens, provider, fetch }) => {
      const { issuer, userinfoUrl } = readClient(provider)
      const headers = { authorization: `Bearer ${tokens.access_token ?? ''}`, 'ocs-apirequest': 'true' }
      const { ocs } = await readObject('Nextcloud', await fetch(userinfoUrl, { headers }))
      const user = isObject(ocs) && isObject(ocs['data']) ? ocs['data'] : {}
      return { ...user, avatar: `${issuer}/index.php/avatar/${encodeURIComponent(String(user['id']))}/512` }
    },
  },
  profile: ({ id, 'display-name': name, email, avatar: image }) => ({ id, name, email, image }),
  style: { bg: '#fff', text: '#0077b4' },
  icon,
  options,
})

export default Nextcloud
