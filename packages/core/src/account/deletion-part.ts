import { clearAuthenticated } from '../attempts/reauthentication.ts'
import { accountUnlinked, type AccountEvent } from '../accounts/account-events.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { findAccounts, findPasskeys } from '../accounts/find-users.ts'
import { requireMethod } from '../accounts/link-account.ts'
import type { AccountAction, AccountPart, AccountRequest } from '../config/engine-types.ts'
import { askApplication } from '../forms/application-decision.ts'
import { clearCsrf, siteProps, userLabel } from '../forms/page-data.ts'
import { announce } from '../notifications/announce.ts'
import { clearSession } from '../sessions/session-cookie.ts'
import { pendingSignIns } from '../sign-in/pending-sign-in.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, lockUser } from '../store/rows.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { isReauthenticated, requireAdapter } from './account-request.ts'

/** The value of the checkbox without which nothing is deleted. */
const CONFIRMED = 'yes'

const canDelete = ({ context, currentUser }: AccountRequest): boolean =>
  context.config.callbacks.deleteUser !== undefined && currentUser.user !== undefined

/** Delete the user, whose accounts, passkeys and sessions the adapter deletes too. The events of what was there. */
const deleteUser = async (adapter: BoundAdapter, user: StoredUser): Promise<readonly AccountEvent[]> => {
  const work = async (within: BoundAdapter): Promise<readonly AccountEvent[]> => {
    // With the lock, nothing is linked between the reading and the deletion.
    const found = await (adapter.transaction === undefined ? findUser : lockUser)(within, user.id)
    if (found === null) return []
    const accounts = await findAccounts(within, user.id)
    const passkeys = await findPasskeys(within, user.id)
    await requireMethod(within, 'deleteUser')(user.id)
    return [
      ...accounts.map((account) => accountUnlinked(found, account)),
      ...passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user: found, authenticator }) as const),
      { name: 'deleteUser', user: found },
    ]
  }
  return adapter.transaction?.(work) ?? work(adapter)
}

/** Delete the current user, whatever user the form names. A second request has no session any more. */
const deleteAccount: AccountAction = async (accountRequest) => {
  const { context, request, currentUser } = accountRequest
  const { callbacks } = context.config
  const { user } = currentUser
  if (callbacks.deleteUser === undefined || user === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  if (request.fields['confirm'] !== CONFIRMED)
    return redirectTo(pageTarget(`${request.base}/account`, request.origin, { change: 'delete-account' }))
  const redirect = await askApplication(context, request.origin, 'deleteUser', () => callbacks.deleteUser?.({ user }))
  if (redirect !== undefined) return redirectTo(redirect)
  const events = await deleteUser(requireAdapter(context), user)
  // Of two simultaneous requests, the second finds the user deleted.
  const isDeletedNow = events.length > 0
  await announce(request, context, events, isDeletedNow ? { user, change: { kind: 'accountDeleted' } } : undefined)
  return show({ page: 'account-deleted', props: siteProps(request) }, [
    ...clearSession(context, request.cookies),
    ...clearAuthenticated(context, request.cookies),
    ...pendingSignIns.clear(context, request.cookies),
    ...clearCsrf(request, context),
  ])
}

/** The deletion of the whole account, in an application that allows it. */
export const deletionPart: AccountPart = {
  actions: { 'delete-account': deleteAccount },
  forms: {
    'delete-account': {
      isProtected: true,
      load: async (accountRequest) => {
        const { user } = accountRequest.currentUser
        if (user === undefined || !canDelete(accountRequest)) return undefined
        return { subject: userLabel(user, user.id) }
      },
    },
  },
  section: async (accountRequest) => (canDelete(accountRequest) ? { canDelete: true } : {}),
}
