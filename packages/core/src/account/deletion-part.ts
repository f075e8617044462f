import { clearAuthenticated } from '../attempts/reauthentication.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { cancelDeletion, deleteUser, findDeletion, scheduleDeletion } from '../accounts/delete-user.ts'
import type { AccountAction, AccountPart, AccountRequest } from '../config/engine-types.ts'
import { askApplication } from '../forms/application-decision.ts'
import { clearCsrf, siteProps, userLabel } from '../forms/page-data.ts'
import { announce } from '../notifications/announce.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { clearSession } from '../sessions/session-cookie.ts'
import { pendingSignIns } from '../sign-in/pending-sign-in.ts'
import type { Cookie } from '../types/http.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { isReauthenticated, requireAdapter } from './account-request.ts'

const canDelete = ({ context, currentUser }: AccountRequest): boolean =>
  context.config.callbacks.deleteUser !== undefined && currentUser.user !== undefined

const delayOf = ({ context: { config } }: AccountRequest): { readonly deletionDelay?: number } =>
  config.account.deletionDelay === 0 ? {} : { deletionDelay: config.account.deletionDelay }

const clearBrowser = ({ context, request }: AccountRequest): readonly Cookie[] => [
  ...clearSession(context, request.cookies),
  ...clearAuthenticated(context, request.cookies),
  ...pendingSignIns.clear(context, request.cookies),
  ...clearCsrf(request, context),
]

/** Schedule the deletion, and end all sessions of the user. The e-mail shows an attacker's request to the user. */
const deleteLater = async (accountRequest: AccountRequest, { id }: StoredUser) => {
  const { context, request } = accountRequest
  const adapter = requireAdapter(context)
  // Some databases store whole seconds.
  const seconds = Math.ceil(context.runtime.now() / 1000 + context.config.account.deletionDelay)
  const deletion = await scheduleDeletion(adapter, id, new Date(seconds * 1000))
  if (deletion === undefined) return 'absent'
  const { user, deleteAt, isNew } = deletion
  try {
    await revokeSessions(context, id)
  } catch (error) {
    // A deletion of which the user did not learn must not remain.
    if (isNew) await adapter.scheduleUserDeletion?.(id, null)
    throw error
  }
  if (isNew) {
    const change = { kind: 'deletionScheduled', deleteAt: deleteAt.getTime() } as const
    await announce(request, context, [{ name: 'scheduleUserDeletion', user, deleteAt }], { user, change })
  }
  const props = { ...siteProps(request), deleteAt: deleteAt.getTime() }
  return show({ page: 'deletion-scheduled', props }, clearBrowser(accountRequest))
}

/** Delete the current user, whatever user the form names. A second request has no session any more. */
const deleteAccount: AccountAction = async (accountRequest) => {
  const { context, request, currentUser } = accountRequest
  const { callbacks, account } = context.config
  const { user } = currentUser
  if (callbacks.deleteUser === undefined || user === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  // The checkbox of the form.
  if (request.fields['confirm'] !== 'yes')
    return redirectTo(pageTarget(`${request.base}/account`, request.origin, { change: 'delete-account' }))
  if (account.deletionDelay > 0) return deleteLater(accountRequest, user)
  const redirect = await askApplication(context, request.origin, 'deleteUser', () => callbacks.deleteUser?.({ user }))
  if (redirect !== undefined) return redirectTo(redirect)
  const events = await deleteUser(requireAdapter(context), user)
  // Of two simultaneous requests, the second finds the user deleted.
  const isDeletedNow = events.length > 0
  await announce(request, context, events, isDeletedNow ? { user, change: { kind: 'accountDeleted' } } : undefined)
  return show({ page: 'account-deleted', props: siteProps(request) }, clearBrowser(accountRequest))
}

/** Keep the account, in a session that began while the deletion was requested in another browser. */
const keepAccount: AccountAction = async ({ context, request, currentUser }) => {
  const deletion = findDeletion(context, currentUser.user)
  const isKept = deletion !== undefined && (await cancelDeletion(context, requireAdapter(context), deletion))
  return isKept ? 'account-kept' : redirectTo(pageTarget(`${request.base}/account`, request.origin))
}

export const deletionPart: AccountPart = {
  actions: { 'delete-account': deleteAccount, 'keep-account': keepAccount },
  forms: {
    'delete-account': {
      isProtected: true,
      load: async (accountRequest) => {
        const { context, currentUser } = accountRequest
        const { user } = currentUser
        if (user === undefined || !canDelete(accountRequest) || findDeletion(context, user)) return undefined
        return { subject: userLabel(user, user.id), ...delayOf(accountRequest) }
      },
    },
  },
  section: async (accountRequest) => {
    const deletion = findDeletion(accountRequest.context, accountRequest.currentUser.user)
    if (deletion !== undefined) return { deleteAt: deletion.deleteAt.getTime() }
    return canDelete(accountRequest) ? { canDelete: true, ...delayOf(accountRequest) } : {}
  },
}
