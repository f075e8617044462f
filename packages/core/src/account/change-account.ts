import type { AccountAction, AccountPart, AccountRequest, RouteHandler, UserMethods } from '../config/engine-types.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { type AccountEvent, accountUnlinked } from '../accounts/account-events.ts'
import { findUser, isEmailVerified, lockUser } from '../store/rows.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { readUserMethods, requireAdapter, isReauthenticated, loadAccountParts } from './account-request.ts'
import { requireMethod } from '../accounts/link-account.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import type { AccountChange } from '../protocols/email/mail.ts'
import { nonEmpty } from '../base/json.ts'
import { endOtherSessions, findCurrentUser } from '../sessions/strategy.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import { malformed, redirectTo, refuse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'

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
  const isTransaction = adapter.transaction !== undefined
  const checkAndRemove = async (within: BoundAdapter) => {
    // The lock keeps the count true until the transaction ends.
    const user = await (isTransaction ? lockUser : findUser)(within, userId)
    if (user === null) return undefined
    const methods = await readUserMethods(context, within, userId)
    if (!methods.canRemove) throw lastMethodError()
    return { user, events: await removal.remove(within, user, methods) }
  }
  const removed = await (adapter.transaction?.(checkAndRemove) ?? checkAndRemove(adapter))
  if (removed === undefined || removed.events.length === 0) return 'absent'
  // Two removals could each see the method of the other. The later one, at least, finds none left.
  if (!isTransaction && (await readUserMethods(context, adapter, userId)).count === 0) {
    await removal.putBack(adapter)
    throw lastMethodError()
  }
  const { user, events } = removed
  const cookies = await endOtherSessions(context, request.cookies, currentUser)
  await announce(request, context, events, { user, change: removal.change })
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: removal.done }), cookies)
}

const unlink: AccountAction = async (accountRequest) => {
  const { context, request, currentUser } = accountRequest
  const isNamed = ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === request.fields['provider'] && providerAccountId === request.fields['providerAccountId']
  const { accounts } = await readUserMethods(context, requireAdapter(context), currentUser.userId)
  const own = accounts.find(isNamed)
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const { provider, providerAccountId } = own
  return removeMethod(accountRequest, {
    remove: async (adapter, user, methods) => {
      if (!methods.accounts.some(isNamed)) return []
      // Recorded in the row, or the user without the account would look like an interrupted sign-up.
      const emailVerified = new Date(context.runtime.now())
      if (isEmailVerified(user)) await adapter.updateUser?.({ id: user.id, emailVerified })
      await adapter.unlinkAccount?.({ provider, providerAccountId })
      return [accountUnlinked(user, own)]
    },
    putBack: async (adapter) => void (await requireMethod(adapter, 'linkAccount')(own)),
    done: 'unlinked',
    change: accountChangeOf(context, 'unlinked', provider),
  })
}

/** `POST /account`: changes the account of the signed-in user. */
export const changeAccount: RouteHandler = async (request, context) => {
  const page = `${request.base}/account`
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) return requireSignIn(request, context, page, 'SessionRequired')
  requireAdapter(context)
  const parts: readonly Pick<AccountPart, 'actions'>[] = [{ actions: { unlink } }, ...(await loadAccountParts(context))]
  const name = nonEmpty(request.fields['action']) ?? ''
  const action = parts.find(({ actions }) => Object.hasOwn(actions, name))?.actions[name]
  if (action === undefined) return malformed()
  const outcome = await action({ context, request, currentUser })
  if (typeof outcome === 'object') return outcome
  if (outcome === 'absent') return refuse(404, 'There is nothing here.')
  if (outcome === 'again') return requireSignIn(request, context, page, 'ReauthenticationRequired')
  return redirectTo(pageTarget(page, request.origin, { done: outcome }))
}
