import type { HeaderReader, RequestLike } from '../types/http.ts'
import { isRow } from '../base/json.ts'
import type { Session } from '../types/user.ts'
import { findOwnTarget } from '../web/redirect-target.ts'
import { pageAddress, type ConfiguredAuth } from './configured-auth.ts'

/**
 * A session with its user.
 * @example const nameOf = ({ user }: SignedInSession) => user.name ?? user.email
 */
export type SignedInSession<S extends Session = Session> = S & {
  /** The signed-in user. */
  readonly user: NonNullable<S['user']>
}

/**
 * Whether a signed-in user may do this.
 * @example const isStaff: AccessCheck = ({ user }) => user.email?.endsWith('@example.com') === true
 */
export type AccessCheck<S extends Session = Session> = (session: SignedInSession<S>) => boolean

/**
 * The session of a signed-in user who passed the check, or what to respond.
 * @example const statusOf = (access: Access) => ('refusal' in access ? access.refusal.status : 200)
 */
export type Access =
  | {
      /** The session. */
      readonly session: SignedInSession
    }
  | {
      /** What to respond to a request that is refused. */
      readonly refusal: AccessRefusal
    }

/**
 * What a guard responds to a request that it does not let pass. Plain data: each framework responds in its own way.
 * @example const headersOf = ({ location }: AccessRefusal) => new Headers(location === undefined ? {} : { location })
 */
export interface AccessRefusal {
  /** 302: a page to redirect to. 401: the user is not signed in. 403: the user may not do this. */
  readonly status: 302 | 401 | 403
  /** The public type of the error. */
  readonly error: 'SessionRequired' | 'AccessDenied'
  /** The redirect target, with status 302. */
  readonly location?: string
}

/** Whether there is a user. A `session` callback may return `null` for one whom its own look-up did not find. */
const isSignedIn = (session: Session | null): session is SignedInSession => isRow(session?.user)

/**
 * Whether the browser shows the response as a page. A program, or a script of a page, cannot follow a redirect to a sign-in page.
 *
 * @example
 * isPageRequest(request) // true when the user opens an address in the browser
 */
export const isPageRequest = ({ method = 'GET', headers }: RequestLike): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers.get('sec-fetch-mode')
  return mode === null ? (headers.get('accept')?.includes('text/html') ?? false) : mode === 'navigate'
}

/**
 * Path and query of the page whose script sent the request, for frameworks whose scripts do not name it. The start page if another site
 * sent it.
 *
 * @param origin an address of the application, as its users see it
 * @param named the page that the application names. It counts in place of the header, and has to be on the origin too
 * @example
 * const address = callingPage(request.headers, config.origin ?? request.url)
 */
export const callingPage = (headers: HeaderReader, origin: string, named?: string): string => {
  if (!URL.canParse(origin)) return '/'
  const page = named === undefined ? headers.get('referer') : findOwnTarget(named, new URL(origin).origin)
  if (!URL.canParse(page ?? '')) return '/'
  const { host, pathname, search } = new URL(page ?? '')
  // A path with two slashes at its start would name another host.
  return host === new URL(origin).host ? pathname.replace(/^\/+/, '/') + search : '/'
}

/**
 * The session of a signed-in user, or the refusal. A page request of a signed-out user is redirected to the sign-in page, which
 * leads back to this address. An outage throws, as `session()` does: it never counts as signed out.
 *
 * @param address path and query of the page for which the framework's own script requests data. It follows redirects, so it is
 * redirected like the page
 */
export const checkAccess = async (
  {
    session: read,
    auth,
  }: { readonly session: () => Promise<Session | null>; readonly auth: () => Promise<ConfiguredAuth> },
  request: RequestLike,
  check: AccessCheck = () => true,
  address?: string,
): Promise<Access> => {
  const session = await read()
  if (isSignedIn(session)) {
    return check(session) ? { session } : { refusal: { status: 403, error: 'AccessDenied' } }
  }
  if (address === undefined && !isPageRequest(request)) return { refusal: { status: 401, error: 'SessionRequired' } }
  const { origin, pathname, search } = new URL(request.url)
  const location = pageAddress(await auth(), 'signIn', origin, { callbackUrl: address ?? pathname + search })
  return { refusal: { status: 302, error: 'SessionRequired', location } }
}

/**
 * The response to a refused request, for frameworks with web responses.
 *
 * @example
 * const access = await context.checkAccess()
 * if ('refusal' in access) refusalResponse(access.refusal)
 */
export const refusalResponse = ({ status, error, location }: AccessRefusal): Response => {
  const headers = { 'cache-control': 'private, no-store' }
  return location === undefined
    ? Response.json({ error }, { status, headers })
    : new Response(null, { status, headers: { ...headers, location } })
}

/**
 * A request that a guard does not let pass.
 * @example const responseFor = (error: unknown) => (error instanceof AccessRefused ? error.response : undefined)
 */
export class AccessRefused extends Error {
  /** What to respond. */
  readonly response: Response

  constructor(response: Response) {
    super('The user may not do this')
    this.response = response
  }
}

/**
 * The session of a signed-in user who passes the check; otherwise it throws `AccessRefused`.
 *
 * @example
 * const { user } = await requireUser(context, ({ user }) => user.email?.endsWith('@example.com') === true)
 */
export const requireUser = async (
  { checkAccess: decide }: { readonly checkAccess: (check?: AccessCheck, address?: string) => Promise<Access> },
  check?: AccessCheck,
): Promise<SignedInSession> => {
  const access = await decide(check)
  if ('refusal' in access) throw new AccessRefused(refusalResponse(access.refusal))
  return access.session
}
