import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The account that Heroku returns. */
export interface HerokuProfile {
  id: string
  name?: string | null
  email?: string
  [member: string]: unknown
}

/**
 * Heroku. Its `verified` is documented as verified "with billing information". It does not concern the e-mail address,
 * so no e-mail address counts as verified. Source: https://devcenter.heroku.com/articles/oauth (beginning of the page:
 * both endpoint URLs), https://devcenter.heroku.com/changelog-items/284 (`verified`),
 * https://blog.heroku.com/oauth-for-platform-api-in-public-beta (the scope), lib/omniauth/strategies/heroku.rb of
 * https://github.com/heroku/omniauth-heroku and `Account` of the package @heroku-cli/schema 2.0.1, both official (`id`
 * is the unique identifier of an account), 2026-11-21.
 * @example
 * // with AUTH_HEROKU_ID and AUTH_HEROKU_SECRET set; the callback is /auth/callback/heroku
 * import Heroku from '@authwright/core/providers/heroku'
 * const config = { providers: [Heroku] }
 */
export const Heroku = <P extends HerokuProfile = HerokuProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'heroku',
  name: 'Heroku',
  type: 'oauth',
  authorization: { url: 'https://id.heroku.com/oauth/authorize', params: { scope: 'identity' } },
  token: 'https://id.heroku.com/oauth/token',
  // The media type selects the API version.
  userinfo: { url: 'https://api.heroku.com/account', headers: { accept: 'application/vnd.heroku+json; version=3' } },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email }) => ({ id, name: name ?? email, email }),
  style: { bg: '#430098', text: '#fff' },
  options,
})

export default Heroku
