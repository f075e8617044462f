import type { Site } from '../../config/site.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'

/** To the sign-in page and back: for somebody who is not signed in, or not recently enough. */
export const askToSignIn = (request: RequestInternal, site: Site, back: string): Answer => {
  const page = site.config.pages.signIn ?? `${request.base}/signin`
  return redirectTo(ownerPage(page, request.origin, { callbackUrl: back, error: 'SessionRequired' }))
}
