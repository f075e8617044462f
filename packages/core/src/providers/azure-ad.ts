import type { OIDCConfig } from '../types/providers.ts'
import {
  MicrosoftEntraID,
  type MicrosoftEntraIDProfile,
  type MicrosoftEntraIDUserConfig,
} from './microsoft-entra-id.ts'
import icon from './icons/azure-ad-icon.ts'

/** The claims are the same as for Microsoft Entra ID. */
export type AzureADProfile = MicrosoftEntraIDProfile

/**
 * Microsoft Entra ID under its former name, for applications that store their accounts under `azure-ad`. Without
 * `issuer` (`AUTH_AZURE_AD_ISSUER` or `AUTH_MICROSOFT_ENTRA_ID_ISSUER`) or `tenantId`, every user with a Microsoft
 * account can sign in. As for `microsoft-entra-id`, an e-mail address counts as verified only with the optional claim
 * `xms_edov`. Sources: as for `microsoft-entra-id`;
 * https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference, 2026-11-21.
 * @example
 * // with AUTH_AZURE_AD_ID and AUTH_AZURE_AD_SECRET set; the callback is /auth/callback/azure-ad
 * import AzureAD from '@authwright/core/providers/azure-ad'
 * const config = { providers: [AzureAD] }
 */
export const AzureAD = <P extends AzureADProfile = AzureADProfile>(
  options: MicrosoftEntraIDUserConfig<P> = {},
): OIDCConfig<P> => ({
  ...MicrosoftEntraID(options),
  id: 'azure-ad',
  name: 'Azure Active Directory',
  icon,
})

export default AzureAD
