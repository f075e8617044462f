import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface OneLoginProfile extends Profile {
  sub: string
}

/**
 * OneLogin. `issuer` is required: `https://<subdomain>.onelogin.com/oidc/2`. Source: 1. Auth Flow/app.js of
 * https://github.com/onelogin/onelogin-oidc-node, its own example, with an earlier host, 2026-11-21; the issuer as the
 * ecosystem has it.
 */
export const OneLogin = (options: OIDCUserConfig<OneLoginProfile> = {}): OIDCConfig<OneLoginProfile> => ({
  id: 'onelogin',
  name: 'OneLogin',
  type: 'oidc',
  options,
})

export default OneLogin
