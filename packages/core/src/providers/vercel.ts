import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/vercel-icon.ts'

/** The claims of Vercel's ID token. */
export interface VercelProfile extends OIDCProfile {}

/**
 * Vercel. PKCE is required. No documentation mentions `email_verified` in its ID tokens. Without it no e-mail address
 * counts as verified. Source: https://vercel.com/docs/sign-in-with-vercel/tokens,
 * https://vercel.com/docs/sign-in-with-vercel/authorization-server-api (PKCE) and
 * https://vercel.com/.well-known/oauth-authorization-server, 2026-11-21.
 * @example
 * // with AUTH_VERCEL_ID and AUTH_VERCEL_SECRET set; the callback is /auth/callback/vercel
 * import Vercel from '@authwright/core/providers/vercel'
 * const config = { providers: [Vercel] }
 */
export const Vercel = <P extends VercelProfile = VercelProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'vercel',
  name: 'Vercel',
  type: 'oidc',
  issuer: 'https://vercel.com',
  trustAllEmails: false,
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Vercel
