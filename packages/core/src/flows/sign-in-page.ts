import { defined } from '../base/record.ts'
import { readRetryAfter } from '../errors/retry-after.ts'
import { findErrorWord, readPublicType } from '../errors/table.ts'
import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import type { PageProvider, SigninProps } from '../types/pages.ts'
import { redirectTo, show } from '../web/answer.ts'
import { findCookie } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import { formToken } from './csrf.ts'
import type { Flow } from './flow.ts'
import { findOwnerPage } from './owner-page.ts'
import { alone, pageProviders } from './page-providers.ts'
import { readTarget, rememberTarget } from './where-to.ts'

/** All providers, or the one that the address names: a link never starts a sign-in by itself. */
const shownProviders = ({ providerId }: RequestInternal, { config }: Site): readonly PageProvider[] => {
  const all = pageProviders(config)
  const wanted = all.find(({ id }) => id === providerId)
  return wanted === undefined ? all : alone(wanted)
}

/** Of several, the one that this browser used last. Its cookie is only compared with what is configured. */
const lastUsed = (request: RequestInternal, site: Site, shown: readonly PageProvider[]): string | undefined => {
  if (!site.config.remembersProvider || shown.length < 2) return undefined
  const kept = findCookie(request.cookies, site.cookies.lastProvider.name)
  return shown.find(({ id }) => id === kept)?.id
}

/** What a sign-in page needs, and the cookies that go with it. */
export interface SignInPage {
  readonly props: SigninProps
  readonly cookies: readonly Cookie[]
}

/** What the sign-in page of a request needs: the built-in one, or one of the owner's. */
export const prepareSignInPage = async (request: RequestInternal, site: Site): Promise<SignInPage> => {
  const target = await readTarget(request, site)
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const providers = shownProviders(request, site)
  const asked = request.query.get('error')
  const error = readPublicType(asked) ?? (asked === null ? undefined : 'Default')
  const props = {
    providers,
    callbackUrl: target,
    ...defined({
      csrfToken,
      error,
      retryAfter: readRetryAfter(request.query.get('retryAfter')),
      lastUsed: lastUsed(request, site, providers),
    }),
  }
  return { props, cookies: [...cookies, ...rememberTarget(request, site, target)] }
}

/** `GET /signin` and `GET /signin/<provider>` */
export const signInPage: Flow = async (request, site) => {
  const page = findOwnerPage(request, site, 'signIn')
  if (page === undefined) {
    const { props, cookies } = await prepareSignInPage(request, site)
    return show({ page: 'signin', props }, cookies)
  }
  const target = await readTarget(request, site)
  const error = findErrorWord(request.query.get('error'))
  const retryAfter = readRetryAfter(request.query.get('retryAfter'))?.toString()
  const there = ownerPage(page, request.origin, { callbackUrl: target, error, retryAfter })
  return redirectTo(there, rememberTarget(request, site, target))
}
