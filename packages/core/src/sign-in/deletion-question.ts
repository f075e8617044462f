import { findEmailUser } from '../accounts/find-users.ts'
import { emailOf } from '../accounts/decide-account.ts'
import { deletionId, findDeletion, type ScheduledDeletion } from '../accounts/delete-user.ts'
import type { RequestInternal } from '../config/engine-types.ts'
import { findCredentialsUser } from '../store/rows.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import { decideSignIn } from './decide-sign-in.ts'
import type { SignIn } from './sign-in-record.ts'

/** The deletion of the user whom this sign-in signs in. It reads at most one row that the sign-in has not read. */
export const findOwnDeletion = async (signIn: SignIn): Promise<ScheduledDeletion | undefined> => {
  const { context, identity, accountUser, emailUser } = signIn
  const { adapter, account } = context.config
  if (account.deletionDelay === 0 || adapter === undefined) return undefined
  if (!identity.facts.hasStoredUsers) {
    const { id } = identity.user
    return findDeletion(context, id === undefined ? null : await findCredentialsUser(adapter, id, identity.user))
  }
  const user = accountUser ?? emailUser ?? (await findEmailUser(adapter, emailOf(identity)))
  const deletion = findDeletion(context, user)
  if (deletion === undefined) return undefined
  const decision = await decideSignIn({ ...signIn, emailUser: user }, adapter)
  // A linked account, or a session that continues, is no sign-in. A refused one does not show the date to a stranger.
  const signsIn = decision.do === 'signIn' || decision.do === 'linkByEmail' || decision.do === 'resume'
  return signsIn && decision.user.id === deletion.user.id ? deletion : undefined
}

/** Names the deletion and the current user, so that neither a later one nor another user continues the sign-in. */
export const keepSubject = (deletion: ScheduledDeletion, { currentUser }: Pick<SignIn, 'currentUser'>): string =>
  JSON.stringify([deletionId(deletion), currentUser?.userId ?? ''])

export const keepAccountPage = ({ base, origin }: Pick<RequestInternal, 'base' | 'origin'>): RedirectTarget =>
  pageTarget(`${base}/keep-account`, origin)
