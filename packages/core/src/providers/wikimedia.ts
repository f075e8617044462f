import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/wikimedia-icon.ts'

/** A group of a wiki, such as `sysop`. Each wiki may have its own. */
export type WikimediaGroup = string
/** A grant of the application, such as `basic`. */
export type WikimediaGrant = string
/** A right of the user, such as `edit`. */
export type WikimediaRight = string

/** The response of the profile resource. It has the e-mail address only with a grant for private information. */
export interface WikimediaProfile {
  /** The id of the account across all wikis. */
  sub: number
  username: string
  realname?: string
  email?: string
  /** Whether the user has confirmed the e-mail address. */
  confirmed_email?: boolean
  editcount?: number
  blocked?: boolean
  /** A timestamp of MediaWiki: `YYYYMMDDHHMMSS`. */
  registered?: string
  groups?: WikimediaGroup[]
  rights?: WikimediaRight[]
  grants?: WikimediaGrant[]
  [member: string]: unknown
}

/**
 * Wikimedia, through Meta-Wiki. The grants are set when the application is proposed, so there is no scope. It rejects
 * requests without a `User-Agent`. `confirmed_email` is the wiki's own record of whether the user confirmed the e-mail
 * address. Source: extension.json (the paths of the three endpoints) and src/UserStatementProvider.php of
 * https://github.com/wikimedia/mediawiki-extensions-OAuth, the source code, 2026-11-21.
 * @unconfirmed That the paths are below `/w/rest.php` of Meta-Wiki.
 * @example
 * // with AUTH_WIKIMEDIA_ID and AUTH_WIKIMEDIA_SECRET set; the callback is /auth/callback/wikimedia
 * import Wikimedia from '@authwright/core/providers/wikimedia'
 * const config = { providers: [Wikimedia] }
 */
export const Wikimedia = <P extends WikimediaProfile = WikimediaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'wikimedia',
  name: 'Wikimedia',
  type: 'oauth',
  authorization: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
  token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
  userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
  profile: ({ sub, username: name, email }) => ({ id: String(sub), name, email }),
  emailVerified: ({ confirmed_email: confirmed }) => confirmed === true,
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Wikimedia
