import type { ProviderMock } from '../provider-mock.ts'
import { microsoftEntraId } from './microsoft-entra-id.ts'

/** The same server under its former name. */
export const azureAd: ProviderMock = { ...microsoftEntraId, id: 'azure-ad' }
