import type { AccountEvent } from '../accounts/account-events.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import type { AccountRequest, UserMethods } from '../config/engine-types.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { announce } from '../notifications/announce.ts'
import type { AccountChange } from '../pages/mails/mail.ts'
import { endOtherSessions } from '../sessions/end-other-sessions.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { inTransaction } from '../store/rows.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { readUserMethods, requireAdapter } from './account-request.ts'

/** How one sign-in method is removed, and how the removal is undone. */
interface MethodRemoval {
  /** Returns the events of what was removed; none if it was removed already. */
  readonly remove: (adapter: BoundAdapter, user: StoredUser, methods: UserMethods) => Promise<readonly AccountEvent[]>
  readonly putBack: (adapter: BoundAdapter) => Promise<void>
  readonly done: 'unlinked' | 'passkey-deleted'
  readonly change: AccountChange
}

const lastMethodError = (): AccessDenied => new AccessDenied('The last way to sign in cannot be removed')

/** Remove a sign-in method, and end other sessions: it may be an attacker's. Throws `AccessDenied` for the last one. */
export const removeMethod = async ({ request, context, currentUser }: AccountRequest, removal: MethodRemoval) => {
  const { userId } = currentUser
  const adapter = requireAdapter(context)
  const removed = await inTransaction(adapter, async (within, find) => {
    // The lock keeps the count true until the transaction ends.
    const user = await find(within, userId)
    if (user === null) return undefined
    const methods = await readUserMethods(context, within, userId)
    if (!methods.canRemove) throw lastMethodError()
    return { user, events: await removal.remove(within, user, methods) }
  })
  if (removed === undefined || removed.events.length === 0) return 'absent'
  // Two removals could each see the method of the other. The later one, at least, finds none left.
  if (adapter.transaction === undefined && (await readUserMethods(context, adapter, userId)).count === 0) {
    await removal.putBack(adapter)
    throw lastMethodError()
  }
  const { user, events } = removed
  const cookies = await endOtherSessions(context, request, currentUser)
  await announce(request, context, events, { user, change: removal.change })
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: removal.done }), cookies)
}
