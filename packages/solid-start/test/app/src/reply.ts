import { AsyncResource } from 'node:async_hooks'
import {
  applicationRoutes,
  isAdmin,
  protectedReply,
  responseOf,
  type ApplicationRoute,
} from '@authwright/testing/frameworks/application'
import { redirect } from '@solidjs/router'
import { auth, options } from './auth'

/** These are pages. SolidStart would prefer the API route of the same address. */
const pages = ['/', '/client', '/throws']

/** What an API route responds; `undefined` for a page. */
export const replyTo = async (request: Request): Promise<Response | undefined> => {
  const { pathname: path, searchParams } = new URL(request.url)
  const pathname = path.slice(options.mount?.length ?? 0)
  if (pages.includes(pathname)) return undefined
  if (pathname === '/api/protected') {
    await auth.requireUser(isAdmin)
    return responseOf(protectedReply)
  }
  if (pathname === '/thrown-redirect') {
    await auth.auth()
    throw redirect('/api/me')
  }
  if (pathname === '/fetched') {
    await auth.auth()
    return fetch(new URL('/own-cookie', request.url))
  }
  const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
  const reply = await routes[`${request.method} ${pathname}`]?.({
    query: searchParams,
    // `/late` calls it while the body streams, where SolidStart does not know the request.
    auth: AsyncResource.bind(auth.auth),
    signIn: auth.signIn,
    signOut: () => auth.signOut(),
    update: auth.update,
  })
  return reply === undefined ? undefined : responseOf(reply)
}
