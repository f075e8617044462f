import { findEmailUser } from '../../accounts/account-facts.ts'
import { defined } from '../../base/record.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { findUser } from '../../store/rows.ts'
import type { EmailRequest } from './email-request.ts'

/** Whose session this browser has: no session, one of the user with the address, or one of another user. */
export type SessionComparison =
  | { readonly user: 'none' | 'same' }
  /** `email` is the address of the other user, if that user has one. */
  | { readonly user: 'other'; readonly email?: string }

/** Compare the session of this browser with the user of an address. */
export const compareSession = async ({ request, context }: EmailRequest, email: string): Promise<SessionComparison> => {
  const { adapter } = context.config
  const currentUser = await sessionsOf(context).findCurrentUser(context, request.cookies)
  if (currentUser === null || adapter === undefined) return { user: 'none' }
  if ((await findEmailUser(adapter, email))?.id === currentUser.userId) return { user: 'same' }
  const otherUser = await findUser(adapter, currentUser.userId)
  return { user: 'other', ...defined({ email: otherUser?.email ?? undefined }) }
}
