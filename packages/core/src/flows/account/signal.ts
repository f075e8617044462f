import type { Site } from '../../config/site.ts'
import type { RequestInternal } from '../../web/request.ts'
import { passkeySite } from '../webauthn/request.ts'
import type { WaysIn } from './ways-in.ts'

/** Whose passkeys a list is of, as password managers know them. */
export interface Signal {
  readonly rpId: string
  /** The user handle, where a row says it. */
  readonly userId?: string
}

/**
 * What a browser has to be told, so that password managers forget passkeys that are gone (WebAuthn L3 §5.1.10); `undefined`
 * where there are no passkeys.
 */
export const signalOf = async (
  request: RequestInternal,
  site: Site,
  { passkeys }: WaysIn,
): Promise<Signal | undefined> => {
  const summary = site.config.providers.all.find(({ type }) => type === 'webauthn')
  if (summary === undefined) return undefined
  const { id: rpId } = await passkeySite(request, site, summary).party()
  const userId = passkeys.map(({ userHandle }) => userHandle).find((handle) => typeof handle === 'string')
  return { rpId, ...(typeof userId === 'string' ? { userId } : {}) }
}
