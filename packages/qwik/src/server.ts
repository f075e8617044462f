import {
  findAction,
  makeAuthCache,
  makeRequestContext,
  refusalResponse,
  refuseMalformedHost,
  type AccessCheck,
  type AccessRefusal,
  redirectFailedSignIn,
  type RequestContext,
  type SignedInSession,
} from '@authwright/core/framework'
import type { Runtime, Session, SignInOptions } from '@authwright/core'
import type { QRL } from '@builder.io/qwik'
import type { RequestEvent, RequestEventCommon } from '@builder.io/qwik-city'
import { defaultsOf, readSource, type ConfigSource } from './config.ts'
import { readSignIn, readSignOut } from './forms.ts'
import { completeResponse, isDataRequest, redirectDocument, sendResponse } from './response.ts'

/**
 * The event of a request handler, a loader or an action, or `this` of a server function.
 * @example
 * const { requireUser } = routeAuth$(() => ({ providers: [GitHub] }))
 * const readEmail = async (event: QwikEvent) => (await requireUser(event)).user.email
 */
export interface QwikEvent {
  // The type of Qwik City's own events.
  /** The values that plugins share during a request. */
  readonly sharedMap: Map<string, unknown>
}

/**
 * The functions of `QwikAuth$` and `routeAuth$` for code of the server.
 * @example const readName = async ({ auth }: ServerFunctions, event: QwikEvent) => (await auth(event))?.user?.name
 */
export interface ServerFunctions<S extends Session = Session> {
  /**
   * The request handler of a plugin, such as `src/routes/plugin@auth.ts`. It serves the routes of the library, and sends the cookies.
   * @example export const { onRequest } = routeAuth$(() => ({ providers: [GitHub] })) // src/routes/plugin@auth.ts
   */
  readonly onRequest: (event: RequestEvent) => Promise<void>
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example const session = await server.auth(event)
   */
  readonly auth: (event: QwikEvent) => Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise the request ends: for the page of a signed-out user with a
   * redirect to the sign-in page, for other requests with status 401, and 403 for a user who fails the check.
   * @example const { user } = await server.requireUser(event, ({ user }) => user.email === 'ada@example.com')
   */
  readonly requireUser: (event: QwikEvent, check?: AccessCheck<S>) => Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails; if the application does not catch it, the
   * user is redirected to the sign-in page.
   * @example throw event.redirect(302, await server.signIn(event, 'github', { redirectTo: '/welcome' }))
   */
  readonly signIn: (event: QwikEvent, provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example throw event.redirect(302, await server.signOut(event, { redirectTo: '/' }))
   */
  readonly signOut: (event: QwikEvent, options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const session = await server.update(event, { name: 'Ada' })
   */
  readonly update: (event: QwikEvent, data: unknown) => Promise<S | null>
}

interface RequestState {
  readonly event: RequestEvent
  readonly context: RequestContext
  isPersonal: boolean
}

/** While Qwik City prerenders, there is no user, and a session needs no secret. */
const isPrerendering = ({ platform }: RequestEventCommon): boolean =>
  typeof platform === 'object' && platform !== null && 'static' in platform && platform.static === true

const refuse = (event: RequestEvent, refusal: AccessRefusal): Promise<never> => {
  // Without data, the router of the browser opens the page, which then gets the redirect or the status.
  if (isDataRequest(event))
    return Promise.reject(
      sendResponse(event, new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })),
    )
  const { location } = refusal
  return Promise.reject(
    location === undefined ? sendResponse(event, refusalResponse(refusal)) : event.redirect(302, location),
  )
}

/** The functions that run on the server, and the two actions. */
export interface Server extends ServerFunctions {
  readonly signInAction: (input: unknown, event: RequestEvent) => Promise<void>
  readonly signOutAction: (input: unknown, event: RequestEvent) => Promise<void>
}

export const makeServer = (
  source: QRL<ConfigSource>,
  fillsSharedMap: boolean,
  runtime: Runtime | undefined,
): Server => {
  const findAuth = makeAuthCache(readSource(source), defaultsOf, runtime)
  const key = `authwright-${source.getHash()}`

  const stateOf = ({ sharedMap }: QwikEvent): RequestState => {
    const state = sharedMap.get(key)
    if (state === undefined)
      throw new Error('The request handler is missing. Export onRequest from src/routes/plugin@auth.ts')
    return state as RequestState
  }

  const openState = (event: RequestEvent): RequestState => {
    const context = makeRequestContext({
      auth: () => findAuth(event),
      request: event.request,
      canSetCookies: () => !event.headersSent,
    })
    const state = { event, context, isPersonal: false }
    event.sharedMap.set(key, state)
    completeResponse(event, context, () => state.isPersonal)
    return state
  }

  /** The address of the page with the form is the default target. The parameter names the action. */
  const pageOf = ({ url }: RequestEventCommon): string => {
    const page = new URL(url)
    page.searchParams.delete('qaction')
    return page.pathname + page.search
  }

  return {
    onRequest: async (event) => {
      // After `rewrite` the handlers run again.
      if (event.sharedMap.has(key)) return
      const refused = refuseMalformedHost(event.request)
      if (refused !== undefined) return void event.send(refused)
      const state = openState(event)
      if (fillsSharedMap) event.sharedMap.set('session', null)
      if (isPrerendering(event)) return
      const { engine, basePath } = await state.context.auth()
      if (findAction(new URL(event.request.url).pathname, basePath) !== undefined)
        return void sendResponse(event, await engine.handle(event.request))
      if (fillsSharedMap) {
        // A renewal would be lost if no route matches: then Qwik City does not send the head of this response.
        const { session } = await engine.session(event.request, { renew: false })
        state.isPersonal = session !== null
        event.sharedMap.set('session', session)
      }
      const response = await redirectFailedSignIn(state.context, event.next, isDataRequest(event))
      if (response !== undefined) sendResponse(event, response)
    },
    auth: async (event) => {
      const state = stateOf(event)
      if (isPrerendering(state.event)) return null
      const session = await state.context.session()
      state.isPersonal ||= session !== null
      return session
    },
    requireUser: async (from, check) => {
      const state = stateOf(from)
      const { event, context } = state
      const access = await context.checkAccess(check)
      if ('refusal' in access) return refuse(event, access.refusal)
      state.isPersonal = true
      return access.session
    },
    signIn: async (event, provider, options) => stateOf(event).context.signIn(provider, options),
    signOut: async (event, options) => stateOf(event).context.signOut(options),
    update: async (event, data) => stateOf(event).context.update(data),
    signInAction: async (input, event) => {
      const { context } = stateOf(event)
      const form = readSignIn(input, pageOf(event))
      if (form === undefined) throw event.error(400, 'The request could not be read.')
      const target = await context.signIn(form.provider, form.options).catch(async (error: unknown) => {
        const failed = await context.failedSignIn(isDataRequest(event))
        if (failed === undefined) throw error
        return failed.location
      })
      return redirectDocument(event, target)
    },
    signOutAction: async (input, event) => {
      const redirectTo = readSignOut(input) ?? pageOf(event)
      return redirectDocument(event, await stateOf(event).context.signOut({ redirectTo }))
    },
  }
}
