import type { OIDCConfig } from '../types/providers.ts'
import {
  MicrosoftEntraID,
  type MicrosoftEntraIDProfile,
  type MicrosoftEntraIDUserConfig,
} from './microsoft-entra-id.ts'

/** The claims are Entra's. */
export type AzureADProfile = MicrosoftEntraIDProfile

/**
 * Microsoft Entra ID by its former name, for applications whose accounts are stored under `azure-ad`. Without `issuer`
 * (`AUTH_AZURE_AD_ISSUER` or `AUTH_MICROSOFT_ENTRA_ID_ISSUER`) or `tenantId` everybody with a Microsoft account may
 * come. An address counts as verified as it does there: with the optional claim `xms_edov`. Sources: as for `microsoft-entra-id`;
 * https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference, 2026-11-21.
 */
export const AzureAD = (options: MicrosoftEntraIDUserConfig = {}): OIDCConfig<AzureADProfile> => ({
  ...MicrosoftEntraID(options),
  id: 'azure-ad',
  name: 'Azure Active Directory',
})

export default AzureAD
