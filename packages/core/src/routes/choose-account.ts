import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import { sameSecret } from '../base/bytes.ts'
import { defined } from '../base/json.ts'
import { formToken, userLabel, visibleText } from '../forms/page-data.ts'
import { findSessionUser } from '../sessions/strategy.ts'
import { chooseAccountPage, findAccountQuestion, subjectOf, type AccountQuestion } from '../sign-in/account-question.ts'
import { continueSignIn, toSignIn } from '../sign-in/complete.ts'
import { findPending, pendingSignIns } from '../sign-in/pending-sign-in.ts'
import { requireReauthentication } from '../sign-in/require-sign-in.ts'
import type { SignIn } from '../sign-in/sign-in-record.ts'
import type { AccountLabel, PageProps } from '../types/page-props.ts'
import type { User } from '../types/user.ts'
import { redirectTo, show, type HandlerResponse } from '../web/handler-response.ts'
import { homeTarget } from '../web/redirect-target.ts'

/** The page of a question: the pending sign-in, and the user who was signed in when the page was shown. */
interface Asked {
  readonly id: string
  readonly signIn: SignIn
  readonly question: AccountQuestion
}

/** Binds a form to its question: the choice does not apply to another sign-in, and not to another current user. */
const macsOf = async ({ keyring }: AuthContext, { id, question }: Asked): Promise<readonly string[]> =>
  keyring.macs('choose account', JSON.stringify([id, subjectOf(question)]))

const findCurrentLabel = async (context: AuthContext, { currentUser }: AccountQuestion) => {
  if (currentUser === null) return undefined
  return userLabel((await findSessionUser(context, currentUser)) ?? currentUser.claims ?? {}, currentUser.userId)
}

const toProps = async (
  request: RequestInternal,
  context: AuthContext,
  asked: Asked,
): Promise<PageProps['choose-account']> => {
  const { identity } = asked.signIn
  const { user, canSignIn, canConnect } = asked.question
  const { provider: id, providerAccountId } = identity.account
  const provider = context.config.providers.find(id)?.name ?? id
  const account = `${provider} ${visibleText(providerAccountId)}`
  const labelOf = (named: User): AccountLabel => ({ name: userLabel(named, providerAccountId), account })
  const [mac = ''] = await macsOf(context, asked)
  return {
    action: chooseAccountPage(request),
    fields: [['question', mac]],
    providerUser: labelOf(identity.user),
    provider,
    canConnect,
    ...defined({
      currentUser: await findCurrentLabel(context, asked.question),
      signInAs: canSignIn ? labelOf(user ?? identity.user) : undefined,
    }),
  }
}

/** Find the question of the browser. Without one there is nothing to choose, and the user continues as they are. */
const orContinue = async (
  request: RequestInternal,
  context: AuthContext,
  ask: (asked: Asked) => Promise<HandlerResponse>,
): Promise<HandlerResponse> => {
  const pending = await findPending(context, request.cookies, 'choose-account')
  if (pending === undefined) return redirectTo(homeTarget(request.origin))
  const signIn = await toSignIn(request, context, pending)
  // On a shared device the next user must not get the question of the user before.
  const isSame = subjectOf(signIn) === pending.subject
  if (signIn.currentUser !== null && !isSame)
    return redirectTo(homeTarget(request.origin), pendingSignIns.clear(context, request.cookies))
  const question = await findAccountQuestion(signIn)
  if (question !== undefined && isSame) return ask({ id: pending.id, signIn, question })
  return redirectTo(pending.options.target, pendingSignIns.clear(context, request.cookies))
}

/** `GET /choose-account`: asks which account to use. It changes nothing. */
export const askForAccount: RouteHandler = async (request, context) =>
  orContinue(request, context, async (asked) => {
    const { csrfToken, cookies } = await formToken(context, request.cookies)
    const props = await toProps(request, context, asked)
    return show({ page: 'choose-account', props: { ...props, ...defined({ csrfToken }) } }, cookies)
  })

/** `POST /choose-account`: does what the user chose. A choice that is not offered, or not any more, shows the page again. */
export const applyChoice: RouteHandler = async (request, context) =>
  orContinue(request, context, async (asked) => {
    const { signIn, question } = asked
    const { options } = signIn
    const userId = question.currentUser?.userId
    const { choice, question: sent } = request.fields
    const macs = await macsOf(context, asked)
    const isThisQuestion = typeof sent === 'string' && macs.some((mac) => sameSecret(mac, sent))
    if (isThisQuestion && choice === 'stay')
      return redirectTo(options.target, pendingSignIns.clear(context, request.cookies))
    if (isThisQuestion && choice === 'sign-in' && question.canSignIn)
      return continueSignIn({ ...signIn, options: { ...options, isConfirmed: true } })
    if (!isThisQuestion || choice !== 'connect' || !question.canConnect || userId === undefined)
      return redirectTo(chooseAccountPage(request))
    if (!(await isRecentlyAuthenticated(context, request.cookies, userId)))
      return requireReauthentication(request, context, chooseAccountPage(request))
    return continueSignIn({ ...signIn, options: { ...options, isConfirmed: true, linkTo: userId, mayLink: true } })
  })
