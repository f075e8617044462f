import { defined } from '../base/record.ts'
import type { Applied } from '../accounts/apply.ts'
import type { Identity } from '../accounts/identity.ts'
import type { Site } from '../config/site.ts'
import { because } from '../errors/because.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied, AdapterError } from '../errors/classes.ts'
import type { Holder } from '../sessions/types.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/identity.ts'
import { redirectTo } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import type { ReturnTarget } from '../web/return-target.ts'
import { afterSignIn } from './after-sign-in.ts'
import { findSignedIn } from './holder.ts'
import { concerned, entryOf, lookUp } from './known.ts'
import { rememberProvider } from './last-provider.ts'
import { settle } from './settle.ts'
import { forgetCsrf } from './csrf.ts'
import { approve, forgetTarget } from './where-to.ts'

/** How a sign-in that was proven goes on. */
export interface Course {
  readonly target: ReturnTarget
  /** The user who asked, while signed in, to link this account. */
  readonly linkTo?: string | undefined
  /** Whether that user had signed in recently when they asked. @default false */
  readonly mayLink?: boolean | undefined
  /** Cookies of the method's own, made when it is known who signed in. */
  readonly beside?: (user: User) => Promise<readonly Cookie[]>
}

/** Ask the owner. Throws `AccessDenied`, or answers where the owner sends this person instead. */
export const askOwner = async (
  site: Site,
  origin: string,
  params: Parameters<Site['config']['callbacks']['signIn']>[0],
): Promise<ReturnTarget | undefined> => {
  let answer: unknown
  try {
    answer = await site.config.callbacks.signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(error instanceof Error ? error.message : 'The signIn callback threw', because(error))
  }
  if (typeof answer === 'string') return approve(site, origin, answer)
  // Whatever is true enough lets in, as callbacks written for this interface expect.
  if (!answer) throw new AccessDenied('The signIn callback refused')
  return undefined
}

/** The session that this browser had before, of a user who has left it. The new one stands, so a failure is only told. */
const endFormer = async (site: Site, holder: Holder | null, applied: Applied): Promise<void> => {
  if (applied.keepsSession || holder?.token === undefined) return
  try {
    await site.config.adapter?.deleteSession?.(holder.token)
  } catch (error) {
    site.config.logger.error(error instanceof Error ? error : new AdapterError('deleteSession failed'))
  }
}

const findHolder = async (request: RequestInternal, site: Site, identity: Identity): Promise<Holder | null> =>
  identity.method === 'credentials' && site.config.session.strategy === 'jwt'
    ? null
    : findSignedIn(site, request.cookies)

const whereTo = (request: RequestInternal, site: Site, applied: Applied, target: ReturnTarget): ReturnTarget => {
  const { newUser } = site.config.pages
  return applied.isNewUser && newUser !== undefined
    ? ownerPage(newUser, request.origin, { callbackUrl: target })
    : target
}

/** The one tail of every method: the owner's word, the account, the session, the events, and where to go. */
export const completeSignIn = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
  course: Course,
): Promise<Answer> => {
  const known = await lookUp(site.config.adapter, identity)
  const { profile, credentials } = identity
  const { user, account } = concerned(identity, known)
  const elsewhere = await askOwner(site, request.origin, defined({ user, account, profile, credentials }))
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const holder = await findHolder(request, site, identity)
  const { linkTo, mayLink = false } = course
  const { applied, cookies } = await settle(request, site, identity, { ...known, holder, linkTo, mayLink })
  await endFormer(site, holder, applied)
  await site.config.emit('signIn', entryOf(site, identity, applied))
  const beside = (await course.beside?.(applied.user)) ?? []
  const { provider } = identity.account
  const remember = linkTo === undefined ? rememberProvider(request, site, provider) : []
  const after = await afterSignIn(request, site, identity, applied, course.target)
  const own = [...beside, ...after.cookies]
  const done = [...cookies, ...own, ...remember, ...forgetTarget(request, site), ...forgetCsrf(request, site)]
  return redirectTo(whereTo(request, site, applied, after.target), done)
}
