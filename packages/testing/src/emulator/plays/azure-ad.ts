import type { Play } from '../play.ts'
import { microsoftEntraId } from './microsoft-entra-id.ts'

/** The same server under its former name. */
export const azureAd: Play = { ...microsoftEntraId, id: 'azure-ad' }
