import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Clerk's userinfo answer. */
export interface ClerkProfile extends Profile {
  sub: string
  user_id?: string
}

/**
 * Clerk as an identity provider. `issuer` is required: the Frontend API address, such as `https://verb-
 * noun-00.clerk.accounts.dev`. Names and addresses come from the userinfo endpoint. Source:
 * https://clerk.com/docs/advanced-usage/clerk-idp (not looked at; as the ecosystem has it).
 */
export const Clerk = (options: OIDCUserConfig<ClerkProfile> = {}): OIDCConfig<ClerkProfile> => ({
  id: 'clerk',
  name: 'Clerk',
  type: 'oidc',
  idToken: false,
  style: { bg: '#5b3fd6', text: '#fff' },
  options,
})

export default Clerk
