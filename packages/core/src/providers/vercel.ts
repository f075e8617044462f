import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Vercel's ID token. */
export interface VercelProfile extends Profile {
  sub: string
}

/**
 * Vercel. PKCE is required. Source: https://vercel.com/docs/sign-in-with-vercel (not looked at; as the ecosystem has
 * it).
 */
export const Vercel = (options: OIDCUserConfig<VercelProfile> = {}): OIDCConfig<VercelProfile> => ({
  id: 'vercel',
  name: 'Vercel',
  type: 'oidc',
  issuer: 'https://vercel.com',
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Vercel
