import type { Session } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import { redirectUncaught } from './actions.ts'
import { addMissingCookies, explainFailure, findAction, type ConfiguredAuth } from '@authwright/core/framework'
import { isPrerendering } from './environment.ts'
import { recordFormPost, recordRedirect, warnOfOrigin } from './form-post-warning.ts'
import { recordHandle } from './missing-handle.ts'
import type { ContextFor } from './request-context.ts'
import { makeRequireUser, refusePrerendering } from './require-user.ts'
import type { HandleInput, RequireUser } from './types.ts'

const setLocals = (locals: App.Locals, auth: () => Promise<Session | null>, requireUser: RequireUser): void => {
  // With two instances in one application, the first one sets these members.
  locals.auth ??= auth
  locals.getSession ??= auth
  locals.requireUser ??= requireUser
}

/** Routes that other libraries with this interface do not have. An application may have its own pages at these paths. */
const ADDED_ROUTES: ReadonlySet<string> = new Set([
  'account',
  'change-email',
  'confirm-browser',
  'passkey',
  'undo-email',
])

/** The parts of a route id that a path need not contain: groups, and optional parameters at the end. */
const OPTIONAL_PARTS = /\/\([^/]*\)|(?:\/\[\[[^/]*\]\])+$/g

/** Whether the application has a page at this path. The path may start with `paths.base`. Catch-all routes do not count. */
const hasPage = ({ route }: RequestEvent, path: string): boolean => {
  const page = route.id?.replaceAll(OPTIONAL_PARTS, '') ?? ''
  return page !== '' && path.endsWith(page)
}

/** Whether the two paths are equal, apart from slashes at the end. */
const isSamePath = (pathname: string, path: string): boolean =>
  pathname.startsWith(path) && !/[^/]/.test(pathname.slice(path.length))

/** The action of the engine for this request; `undefined` for all paths of the application. */
const findOwnAction = (event: RequestEvent, basePath: string): string | undefined => {
  // The URL of a remote function call is set by the caller, and is not the requested one.
  if ('isRemoteRequest' in event && event.isRemoteRequest) return undefined
  const { pathname } = event.url
  const action = findAction(pathname, basePath)
  if (action === undefined) return undefined
  const path = `${basePath}/${action}`
  if (ADDED_ROUTES.has(action) && (!isSamePath(pathname, path) || hasPage(event, path))) return undefined
  return action
}

/** The redirect target of an engine response: its `Location`, or the `url` of its JSON body. */
const findTarget = async (response: Response): Promise<string> => {
  const location = response.headers.get('location')
  if (location !== null) return location
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return ''
  const body: unknown = await response.clone().json()
  return typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string' ? body.url : ''
}

const handleAction = async (auth: ConfiguredAuth, action: string, request: Request): Promise<Response> => {
  if (action === 'callback') recordFormPost(auth, request)
  const response = await auth.engine.handle(request)
  if (action === 'signin' && request.method === 'POST') recordRedirect(auth, await findTarget(response))
  return response
}

/**
 * SvelteKit follows the links of the pages that it prerenders, and stops at one that is not found. The routes of the library exist
 * at run time only, so a link to one of them gets a response that SvelteKit neither stores nor refuses.
 */
const allowLink = async (response: Response, event: RequestEvent, contextFor: ContextFor): Promise<Response> =>
  response.status === 404 && findOwnAction(event, (await contextFor(event).auth()).basePath) !== undefined
    ? new Response(null, { status: 204 })
    : response

export const makeHandle =
  (contextFor: ContextFor) =>
  async ({ event, resolve }: HandleInput): Promise<Response> => {
    recordHandle()
    if (isPrerendering()) {
      setLocals(event.locals, () => Promise.resolve(null), refusePrerendering)
      return allowLink(await resolve(event), event, contextFor)
    }
    const context = contextFor(event)
    setLocals(event.locals, context.session, makeRequireUser(event, context))
    const auth = await context.auth()
    warnOfOrigin(auth, event)
    const action = findOwnAction(event, auth.basePath)
    if (action !== undefined) return handleAction(auth, action, event.request)
    const resolved = await redirectUncaught(await resolve(event), event, context)
    // SvelteKit's error page says only "Internal Error".
    const explained = resolved.status < 500 ? undefined : await explainFailure(context, event.request)
    return addMissingCookies(explained ?? resolved, await context.finish())
  }
