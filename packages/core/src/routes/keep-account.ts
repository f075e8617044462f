import { cancelDeletion, type ScheduledDeletion } from '../accounts/delete-user.ts'
import { sameSecret } from '../base/bytes.ts'
import type { RouteHandler } from '../config/engine-types.ts'
import { showForm, signInPageTarget, userLabel } from '../forms/page-data.ts'
import { continueSignIn, toSignIn } from '../sign-in/complete.ts'
import { findOwnDeletion, keepAccountPage, keepSubject } from '../sign-in/deletion-question.ts'
import { findPending, pendingSignIns } from '../sign-in/pending-sign-in.ts'
import type { SignIn } from '../sign-in/sign-in-record.ts'
import { redirectTo, withErrorCookies, type HandlerResponse } from '../web/handler-response.ts'
import { homeTarget } from '../web/redirect-target.ts'

interface PendingQuestion {
  readonly id: string
  readonly signIn: SignIn
  readonly deletion: ScheduledDeletion
}

/** Binds a form to its pending sign-in: the button of a page does not keep the account of another sign-in. */
const macsOf = async ({ id, signIn, deletion }: PendingQuestion): Promise<readonly string[]> =>
  signIn.context.keyring.macs('keep account', JSON.stringify([id, keepSubject(deletion, signIn)]))

/** Find the pending sign-in of the browser. Without one, or when the account was kept meanwhile, there is no question. */
const orContinue =
  (ask: (pending: PendingQuestion) => Promise<HandlerResponse>): RouteHandler =>
  async (request, context) => {
    const pending = await findPending(context, request.cookies, 'keep-account')
    if (pending === undefined) return redirectTo(homeTarget(request.origin))
    const signIn = await toSignIn(request, context, pending)
    const deletion = await findOwnDeletion(signIn)
    if (deletion !== undefined && keepSubject(deletion, signIn) === pending.subject)
      return ask({ id: pending.id, signIn, deletion })
    return redirectTo(pending.options.target, pendingSignIns.clear(context, request.cookies))
  }

/** `GET /keep-account`: asks whether to keep the account. It changes nothing. */
export const askToKeep = orContinue(async (pending) => {
  const { context, request } = pending.signIn
  const { user, deleteAt } = pending.deletion
  const [mac = ''] = await macsOf(pending)
  const props = {
    action: keepAccountPage(request),
    fields: [['question', mac]] as const,
    user: userLabel(user, user.id),
    deleteAt: deleteAt.getTime(),
  }
  return showForm(request, context, { page: 'keep-account', props })
})

/** `POST /keep-account`: cancels the deletion and continues the sign-in, or gives the sign-in up. */
export const keepOrLeave = orContinue(async (pending) => {
  const { signIn, deletion } = pending
  const { context, request, identity, options, currentUser } = signIn
  const { adapter } = context.config
  const { choice, question } = request.fields
  const cleared = pendingSignIns.clear(context, request.cookies)
  if (choice === 'leave') return redirectTo(homeTarget(request.origin), cleared)
  const macs = await macsOf(pending)
  const isThisQuestion = typeof question === 'string' && macs.some((mac) => sameSecret(mac, question))
  if (choice !== 'keep' || !isThisQuestion || adapter === undefined) return redirectTo(keepAccountPage(request))
  return withErrorCookies(cleared, async () => {
    // The account is being deleted, or an attacker repeats a copied cookie.
    if (!(await cancelDeletion(context, adapter, deletion)))
      return redirectTo(
        signInPageTarget(request, context, { callbackUrl: options.target, error: 'InvalidCheck' }),
        cleared,
      )
    // A current user has chosen this account before the sign-in came here, and is still the same.
    const confirmed = { ...options, isConfirmed: currentUser !== null }
    return continueSignIn(await toSignIn(request, context, { identity, options: confirmed }))
  })
})
