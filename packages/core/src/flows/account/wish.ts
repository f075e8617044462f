import type { BoundAdapter } from '../../config/adapter.ts'
import type { Site } from '../../config/site.ts'
import { MissingAdapter } from '../../errors/classes.ts'
import type { Holder } from '../../sessions/types.ts'
import { isRecent } from '../../transactions/recent.ts'
import type { RequestInternal } from '../../web/request.ts'

/** What a form of the account page asks for, and who asks. */
export interface Wish {
  readonly site: Site
  readonly request: RequestInternal
  readonly holder: Holder
}

/**
 * What became of it. Somebody else's object is as absent as one that is not there; `again` asks for a fresh sign-in.
 */
export type Outcome = 'unlinked' | 'passkey-renamed' | 'passkey-deleted' | 'absent' | 'again'

/** Whether who asks has just signed in. */
export const isFresh = ({ site, request, holder }: Wish): Promise<boolean> =>
  isRecent(site, request.cookies, holder.userId)

/** The adapter of a site that has one. */
export const adapterOf = ({ config }: Site): BoundAdapter => {
  if (config.adapter === undefined) throw new MissingAdapter('Without a database there is no account to change')
  return config.adapter
}
