import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { authError } from '../errors/error-classes.ts'
import type { CurrentUser } from '../sessions/session-types.ts'
import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import type { RequestInternal } from '../config/handler.ts'

/** What a form of the account page asks for, and who asks. */
export interface AccountRequest {
  readonly context: AuthContext
  readonly request: RequestInternal
  readonly currentUser: CurrentUser
}

/**
 * What became of it. Somebody else's object is as absent as one that is not there; `again` asks for a fresh sign-in.
 */
export type AccountOutcome = 'unlinked' | 'passkey-renamed' | 'passkey-deleted' | 'absent' | 'again'

/** Whether who asks has just signed in. */
export const isReauthenticated = ({ context, request, currentUser }: AccountRequest): Promise<boolean> =>
  isRecentlyAuthenticated(context, request.cookies, currentUser.userId)

/** The adapter of a site that has one. */
export const requireAdapter = ({ config }: AuthContext): BoundAdapter => {
  if (config.adapter === undefined)
    throw authError('MissingAdapter', 'Without a database there is no account to change')
  return config.adapter
}
