import {
  AccessRefused,
  pageAddress,
  refusalResponse,
  type AccessCheck,
  type AccessRefusal,
  type SignedInSession,
} from '@authwright/core/framework'
import { ADDRESS, type Contexts, type PhaseContext } from './contexts.ts'
import { redirectTo } from './navigation.ts'

/**
 * The page to which a refused user is redirected: the sign-in page, which leads back to the requested page if its address is known, or
 * the error page for a signed-in user who may not see the page.
 */
export const refusalPage = (
  auth: Parameters<typeof pageAddress>[0],
  origin: string,
  { status, error }: AccessRefusal,
  address: string | null,
): URL => {
  const location =
    status === 403
      ? pageAddress(auth, 'error', origin, { error })
      : pageAddress(auth, 'signIn', origin, address === null ? {} : { callbackUrl: address })
  return new URL(location, origin)
}

/** That page for a request of this phase, on the origin that the browser shows. */
export const refusalAddress = async (
  { context, request }: PhaseContext,
  refusal: AccessRefusal,
  address: string | null,
): Promise<URL> => {
  const auth = await context.auth()
  return refusalPage(auth, auth.config.origin ?? new URL(request.url).origin, refusal, address)
}

/**
 * The session of a signed-in user who passes the check. A page or an action is redirected otherwise, also for the router's requests for
 * data. Within `auth(handler)` the refusal becomes the response.
 */
export const requireUser = async ({ phaseOf }: Contexts, check?: AccessCheck): Promise<SignedInSession> => {
  const phase = await phaseOf()
  const access = await phase.context.checkAccess(check)
  if ('session' in access) return access.session
  if (phase.makesResponse) throw new AccessRefused(refusalResponse(access.refusal))
  return redirectTo(await refusalAddress(phase, access.refusal, phase.request.headers.get(ADDRESS)), phase.request)
}
