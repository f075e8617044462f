import { isAuthAction } from '@authwright/core'
import type { Session } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import { isBuilding } from './environment.ts'
import { addressOf, noteArrival, noteLeaving } from './form-posts.ts'
import type { Site } from './site.ts'
import { answerUncaught } from './uncaught.ts'
import type { HandleInput } from './types.ts'
import type { Visit } from './visit.ts'

const offer = (locals: App.Locals, auth: () => Promise<Session | null>): void => {
  // A second instance in one application leaves the first one's word.
  locals.auth ??= auth
  locals.getSession ??= auth
}

/** Routes that this interface did not always have: applications that are older may have pages of their own there. */
const NEWER: ReadonlySet<string> = new Set(['account', 'change-email', 'passkey'])

/** Groups, which stand in no path, and parameters at the end that may be missing. */
const UNSEEN = /\/\([^/]*\)|(?:\/\[\[[^/]*\]\])+$/g

/** Whether the application has a page of its own at a path, which may begin with its base. A route that matches every path is none. */
const hasPage = ({ route }: RequestEvent, path: string): boolean => {
  const page = route.id?.replaceAll(UNSEEN, '') ?? ''
  return page !== '' && path.endsWith(page)
}

/** Whether an address is that path, with or without slashes at its end. */
const isPath = (pathname: string, path: string): boolean =>
  pathname.startsWith(path) && !/[^/]/.test(pathname.slice(path.length))

const isOurs = (event: RequestEvent, action: string, path: string): boolean =>
  !NEWER.has(action) || (isPath(event.url.pathname, path) && !hasPage(event, path))

/** The engine's action that a path names; what else stands below the base path is the application's. */
const actionOf = (event: RequestEvent, basePath: string): string | undefined => {
  // A remote function's address is told by the caller, and not the one that was requested.
  if ('isRemoteRequest' in event && event.isRemoteRequest) return undefined
  const { pathname } = event.url
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const [action = ''] = pathname.slice(basePath.length + 1).split('/', 1)
  return isAuthAction(action) && isOurs(event, action, `${basePath}/${action}`) ? action : undefined
}

const answer = async (site: Site, action: string, request: Request): Promise<Response> => {
  if (action === 'callback') noteArrival(site, request)
  const response = await site.engine.handle(request)
  if (action === 'signin' && request.method === 'POST') noteLeaving(site, await addressOf(response))
  return response
}

const nobody = (): Promise<null> => Promise.resolve(null)

export const makeHandle =
  (visitOf: (event: RequestEvent) => Visit) =>
  async ({ event, resolve }: HandleInput): Promise<Response> => {
    if (isBuilding()) {
      offer(event.locals, nobody)
      return resolve(event)
    }
    const visit = visitOf(event)
    offer(event.locals, visit.auth)
    const site = await visit.site()
    const action = actionOf(event, site.basePath)
    if (action !== undefined) return answer(site, action, event.request)
    return visit.finish(answerUncaught(await resolve(event), event.request, visit.noted(), site))
  }
