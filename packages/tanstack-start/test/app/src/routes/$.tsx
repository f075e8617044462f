import { AsyncResource } from 'node:async_hooks'
import {
  applicationRoutes,
  isAdmin,
  protectedReply,
  responseOf,
  type ApplicationRoute,
} from '@authwright/testing/frameworks'
import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { auth } from '../auth.server'
import { getName } from '../functions'

const replyTo = async (request: Request): Promise<Response | undefined> => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/api/protected') {
    await auth.requireUser(isAdmin)
    return responseOf(protectedReply)
  }
  if (pathname === '/thrown-redirect') {
    await auth.auth()
    throw redirect({ href: '/api/me', statusCode: 302 })
  }
  if (pathname === '/fetched') {
    await auth.auth()
    return fetch(new URL('/own-cookie', request.url))
  }
  const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
  const reply = await routes[`${request.method} ${pathname}`]?.({
    query: searchParams,
    // `/late` calls it while the body streams, where TanStack Start does not know the request.
    auth: AsyncResource.bind(auth.auth),
    signIn: auth.signIn,
    signOut: () => auth.signOut(),
    update: auth.update,
  })
  return reply === undefined ? undefined : responseOf(reply)
}

export const Route = createFileRoute('/$')({
  server: { handlers: { ANY: async ({ request, next }) => (await replyTo(request)) ?? next() } },
  loader: async () => {
    await getName()
    throw notFound()
  },
  notFoundComponent: () => <p>Nothing here</p>,
  component: () => null,
})
