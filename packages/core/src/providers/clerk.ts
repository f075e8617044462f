import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/clerk-icon.ts'

/** The claims of Clerk's ID token. */
export interface ClerkProfile extends OIDCProfile {}

/**
 * Clerk as an identity provider. `issuer` is required: the Frontend API URL, such as
 * `https://verb-noun-00.clerk.accounts.dev`. Source:
 * https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on, 2026-11-21.
 * @example
 * // with AUTH_CLERK_ID, AUTH_CLERK_SECRET and AUTH_CLERK_ISSUER set; the callback is /auth/callback/clerk
 * import Clerk from '@authwright/core/providers/clerk'
 * const config = { providers: [Clerk] }
 */
export const Clerk = <P extends ClerkProfile = ClerkProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'clerk',
  name: 'Clerk',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#5b3fd6', text: '#fff' },
  icon,
  options,
})

export default Clerk
