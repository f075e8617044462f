import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Entra's ID token. */
export interface MicrosoftEntraIDProfile extends Profile {
  /** Another one for each application; `oid` with `tid` is the person across applications. */
  sub: string
  oid?: string
  /** The tenant. */
  tid: string
  /** An optional claim that the application's registration has to ask for: the owner of the address's domain is verified. */
  xms_edov?: boolean
}

/**
 * Microsoft Entra ID. Without `issuer` everybody with a Microsoft account may come, of every organisation; set it to
 * `https://login.microsoftonline.com/<tenant>/v2.0` for one tenant. An administrator writes any address into an account, so
 * one counts as verified only with the optional claim `xms_edov`. Pictures come from Microsoft Graph with a token of scope
 * `User.Read` and have no address, so none is mapped. Source:
 * https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference, 2026-11-21.
 */
export const MicrosoftEntraID = (
  options: OIDCUserConfig<MicrosoftEntraIDProfile> = {},
): OIDCConfig<MicrosoftEntraIDProfile> => ({
  id: 'microsoft-entra-id',
  name: 'Microsoft Entra ID',
  type: 'oidc',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  // `common` publishes an issuer with a gap, which the token's own tenant fills.
  issuerClaims: { tenantid: 'tid' },
  emailVerified: (profile) => profile.xms_edov === true,
  style: { bg: '#0072c6', text: '#fff' },
  options,
})

export default MicrosoftEntraID
