import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The user profile that 42's intranet returns. It does not say whether the e-mail address is verified. */
export interface FortyTwoProfile {
  id: number
  login: string
  email?: string | null
  usual_full_name?: string | null
  displayname?: string | null
  image?: { link?: string | null } | null
  [member: string]: unknown
}

/**
 * 42 School. An authorization request without a scope gets `public`, which is enough. The profile does not say whether
 * the e-mail address is verified. Source: https://api.intra.42.fr/apidoc/guides/web_application_flow (beginning of the
 * page), https://api.intra.42.fr/apidoc/guides/getting_started, https://api.intra.42.fr/apidoc/guides/specification and
 * https://api.intra.42.fr/apidoc/2.0/users/index.html (`id`, `login` and `email` of a user), 2026-11-21.
 * @unconfirmed The URL `/v2/me`, and the members for the names and the picture.
 */
export const FortyTwo = (options: OAuthUserConfig<FortyTwoProfile> = {}): OAuth2Config<FortyTwoProfile> => ({
  id: '42-school',
  name: '42 School',
  type: 'oauth',
  authorization: 'https://api.intra.42.fr/oauth/authorize',
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  profile: ({ id, login, email, usual_full_name: usual, displayname, image }) => ({
    id: String(id),
    name: usual ?? displayname ?? login,
    email,
    image: image?.link,
  }),
  style: { bg: '#000', text: '#fff' },
  options,
})

export default FortyTwo
