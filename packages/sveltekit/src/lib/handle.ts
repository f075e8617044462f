import { isAuthAction } from '@gatehouse/core'
import type { Session } from '@gatehouse/core'
import type { RequestEvent } from '@sveltejs/kit'
import { isBuilding } from './environment.ts'
import { answerUncaught } from './uncaught.ts'
import type { HandleInput } from './types.ts'
import type { Visit } from './visit.ts'

const offer = (locals: App.Locals, auth: () => Promise<Session | null>): void => {
  // A second instance in one application leaves the first one's word.
  locals.auth ??= auth
  locals.getSession ??= auth
}

/** Whether a path is a route of the engine; what else stands below the base path is the application's. */
const isRoute = (event: RequestEvent, basePath: string): boolean => {
  // A remote function's address is told by the caller, and not the one that was requested.
  if ('isRemoteRequest' in event && event.isRemoteRequest) return false
  const { pathname } = event.url
  if (!pathname.startsWith(`${basePath}/`)) return false
  const [action = ''] = pathname.slice(basePath.length + 1).split('/', 1)
  return isAuthAction(action)
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
    if (isRoute(event, site.basePath)) return site.engine.handle(event.request)
    return visit.finish(answerUncaught(await resolve(event), event.request, visit.noted(), site))
  }
