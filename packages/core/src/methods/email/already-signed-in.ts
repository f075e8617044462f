import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { findEmailUser } from '../../accounts/account-facts.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'

/**
 * Whether this browser has a session of the user with this address, or of any user where no address is named. A link or code
 * that was consumed and is used again there is no error: the user is signed in already.
 */
export const isSignedInWith = async (
  request: RequestInternal,
  context: AuthContext,
  email: string | undefined,
): Promise<boolean> => {
  const { adapter } = context.config
  const current = await findCurrentUser(context, request.cookies)
  if (current === null || adapter === undefined) return false
  return email === undefined || (await findEmailUser(adapter, email))?.id === current.userId
}
