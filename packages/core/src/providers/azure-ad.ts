import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import { MicrosoftEntraID, type MicrosoftEntraIDProfile } from './microsoft-entra-id.ts'

/** The claims are Entra's. */
export type AzureADProfile = MicrosoftEntraIDProfile

/** Microsoft Entra ID by its former name, for applications whose accounts are stored under `azure-ad`. */
export const AzureAD = (options: OIDCUserConfig<AzureADProfile> = {}): OIDCConfig<AzureADProfile> => ({
  ...MicrosoftEntraID(options),
  id: 'azure-ad',
  name: 'Azure Active Directory',
})

export default AzureAD
