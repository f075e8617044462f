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
 * 42 School. Without a scope it grants `public`, which is enough. Source:
 * https://api.intra.42.fr/apidoc/guides/web_application_flow (its beginning),
 * https://api.intra.42.fr/apidoc/guides/getting_started and https://api.intra.42.fr/apidoc/guides/specification,
 * 2026-11-21; the members of the profile as the ecosystem has them.
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
