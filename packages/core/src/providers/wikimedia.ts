import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What the profile resource tells of a person; the address only with a grant for private information. */
export interface WikimediaProfile {
  /** The number of the account across all wikis. */
  sub: number
  username: string
  email?: string
  /** Whether the person has confirmed the address. */
  confirmed_email?: boolean
  [member: string]: unknown
}

/**
 * Wikimedia, through Meta-Wiki. Grants are set when the application is proposed, so there is no scope. It turns away
 * clients that do not name themselves in `User-Agent`. `confirmed_email` is the wiki's own record of whether the
 * address was confirmed. Source: extension.json (the paths of the three addresses) and src/UserStatementProvider.php
 * of https://github.com/wikimedia/mediawiki-extensions-OAuth, its own code, 2026-11-21.
 * @unconfirmed That the paths stand below `/w/rest.php` of Meta-Wiki.
 */
export const Wikimedia = (options: OAuthUserConfig<WikimediaProfile> = {}): OAuth2Config<WikimediaProfile> => ({
  id: 'wikimedia',
  name: 'Wikimedia',
  type: 'oauth',
  authorization: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
  token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
  userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
  profile: ({ sub, username: name, email }) => ({ id: String(sub), name, email }),
  emailVerified: ({ confirmed_email: confirmed }) => confirmed === true,
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Wikimedia
