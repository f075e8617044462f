import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What 42's intranet tells of a person. Nothing says that the address was verified. */
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
 * 42 School. Without a scope it grants `public`, which is enough. Nothing says that an address was verified. Source:
 * https://api.intra.42.fr/apidoc/guides/web_application_flow (its beginning),
 * https://api.intra.42.fr/apidoc/guides/getting_started, https://api.intra.42.fr/apidoc/guides/specification and
 * https://api.intra.42.fr/apidoc/2.0/users/index.html (`id`, `login` and `email` of a user), 2026-11-21.
 * @unconfirmed The address `/v2/me`, the members of names and of the picture.
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
