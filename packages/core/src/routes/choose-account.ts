import type { RouteHandler } from '../config/engine-types.ts'
import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import { sameSecret } from '../base/bytes.ts'
import { defined } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import { currentUserLabel, showForm, userLabel, visibleText } from '../forms/page-data.ts'
import { isFirstUse } from '../limits/limits.ts'
import { providerName } from '../notifications/announce.ts'
import {
  chooseAccount,
  chooseAccountPage,
  findAccountQuestion,
  subjectOf,
  type AccountQuestion,
} from '../sign-in/account-question.ts'
import { continueSignIn, toSignIn } from '../sign-in/complete.ts'
import { findPending, pendingSignIns } from '../sign-in/pending-sign-in.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import type { SignIn } from '../sign-in/sign-in-record.ts'
import type { AccountLabel, PageProps } from '../types/page-props.ts'
import type { User } from '../types/user.ts'
import { redirectTo, withErrorCookies, type HandlerResponse } from '../web/handler-response.ts'
import { homeTarget } from '../web/redirect-target.ts'

interface PendingQuestion {
  readonly id: string
  readonly signIn: SignIn
  readonly question: AccountQuestion
}

/** Binds a form to its question: the choice does not apply to another sign-in, and not to another current user. */
const macsOf = async ({ id, signIn }: PendingQuestion): Promise<readonly string[]> =>
  signIn.context.keyring.macs('choose account', JSON.stringify([id, subjectOf(signIn)]))

const toProps = async (pending: PendingQuestion): Promise<PageProps['choose-account']> => {
  const { request, context, identity, currentUser: current } = pending.signIn
  const { user, canSignIn, canConnect } = pending.question
  const { provider: id, providerAccountId } = identity.account
  const isPasskey = identity.facts.hasPasskeys === true
  const provider = isPasskey ? undefined : providerName(context, id)
  const account = provider === undefined ? undefined : `${provider} ${visibleText(providerAccountId)}`
  const labelOf = (named: User): AccountLabel => ({
    name: userLabel(named, providerAccountId),
    ...defined({ account }),
  })
  const [mac = ''] = await macsOf(pending)
  const currentUser = current === null ? undefined : currentUserLabel(current)
  const signInAs = canSignIn ? labelOf(user ?? identity.user) : undefined
  return {
    action: chooseAccountPage(request),
    fields: [['question', mac]],
    providerUser: labelOf(identity.user),
    canConnect,
    ...defined({ provider, currentUser, signInAs }),
  }
}

/** Find the question of the browser. Without one there is nothing to choose, and the user continues as they are. */
const orContinue =
  (ask: (pending: PendingQuestion) => Promise<HandlerResponse>): RouteHandler =>
  async (request, context) => {
    const pending = await findPending(context, request.cookies, 'choose-account')
    if (pending === undefined) return redirectTo(homeTarget(request.origin))
    const signIn = await toSignIn(request, context, pending)
    // On a shared device the next user must not get the question of the user before.
    const isSame = subjectOf(signIn) === pending.subject
    const question = isSame ? await findAccountQuestion(signIn) : undefined
    if (question !== undefined) return ask({ id: pending.id, signIn, question })
    const target = signIn.currentUser !== null && !isSame ? homeTarget(request.origin) : pending.options.target
    return redirectTo(target, pendingSignIns.clear(context, request.cookies))
  }

/** `GET /choose-account`: asks which account to use. It changes nothing. */
export const askForAccount = orContinue(async (pending) => {
  const { context, request } = pending.signIn
  return showForm(request, context, { page: 'choose-account', props: await toProps(pending) })
})

/** `POST /choose-account`: does what the user chose. A choice that is no longer offered shows the page again. */
export const applyChoice = orContinue(async (pending) => {
  const { id, signIn, question } = pending
  const { context, request, options, currentUser } = signIn
  const { choice, question: sent } = request.fields
  const macs = await macsOf(pending)
  const isThisQuestion = typeof sent === 'string' && macs.some((mac) => sameSecret(mac, sent))
  const linkTo = choice === 'connect' && question.canConnect ? currentUser?.userId : undefined
  const isOffered = choice === 'stay' || linkTo !== undefined || (choice === 'sign-in' && question.canSignIn)
  if (!isThisQuestion || !isOffered) return redirectTo(chooseAccountPage(request))
  if (linkTo !== undefined && !(await isRecentlyAuthenticated(context, request.cookies, linkTo)))
    return requireSignIn(request, context, chooseAccountPage(request), 'ReauthenticationRequired')
  // An attacker may have copied the cookie.
  const expiresAt = toSeconds(context.runtime.now()) + chooseAccount.expiresIn
  const isRepeated = (await isFirstUse(context, 'choose account', id, expiresAt)) === false
  const cleared = pendingSignIns.clear(context, request.cookies)
  if (choice === 'stay' || isRepeated) return redirectTo(options.target, cleared)
  // After a failure the user begins again: the page would ask a question that is spent.
  return withErrorCookies(cleared, () =>
    continueSignIn({ ...signIn, options: { ...options, isConfirmed: true, linkTo, mayLink: true } }),
  )
})
