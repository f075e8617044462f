import type { Site } from '../config/site.ts'
import { RecentSignInRequired } from '../errors/classes.ts'
import { redirectTo } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import type { ReturnTarget } from '../web/return-target.ts'
import { FailedFlow } from './flow.ts'

const signInPage = (request: RequestInternal, site: Site, back: string, error: string): ReturnTarget =>
  ownerPage(site.config.pages.signIn ?? `${request.base}/signin`, request.origin, { callbackUrl: back, error })

/** To the sign-in page and back: for somebody who is not signed in. */
export const askToSignIn = (request: RequestInternal, site: Site, back: string): Answer =>
  redirectTo(signInPage(request, site, back, 'SessionRequired'))

/** To the sign-in page and back: for somebody who is signed in, but not recently enough (`isRecent`). */
export const askAgain = (request: RequestInternal, site: Site, back: string): Answer =>
  redirectTo(signInPage(request, site, back, 'RecentSignInRequired'))

/** Whoever could not do something for want of a recent sign-in comes back to where they began, once they have signed in. */
export const orAskAgain = async <Value>(
  request: RequestInternal,
  site: Site,
  back: string,
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RecentSignInRequired)) throw error
    throw new FailedFlow(error, [], signInPage(request, site, back, error.type))
  }
}
