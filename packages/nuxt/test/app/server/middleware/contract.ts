import { getServerSession, signIn, signOut, update } from '@authwright/nuxt/server'
import { applicationRoutes, SECURITY_HEADERS, streamOf, type ApplicationRoute } from '@authwright/testing/frameworks'
import { options } from '../contract'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

/** The pages of this application. */
const PAGES: readonly string[] = ['GET /', 'GET /client', 'GET /protected', 'GET /throws']

/** The routes of the contract. */
export default defineEventHandler(async (event) => {
  if (options.setsSecurityHeaders) setResponseHeaders(event, SECURITY_HEADERS)
  if (options.parsesBodies && event.method === 'POST') await readBody(event)
  const { pathname, searchParams } = getRequestURL(event)
  const path = options.mount === undefined ? pathname : pathname.replace(options.mount, '')
  const key = `${event.method} ${path}`
  const route = routes[key]
  if (route === undefined || PAGES.includes(key)) return undefined
  const reply = await route({
    query: searchParams,
    auth: () => getServerSession(event),
    signIn: (provider, signInOptions) => signIn(event, provider, signInOptions),
    signOut: () => signOut(event),
    update: (data) => update(event, data),
  })
  setResponseStatus(event, reply.status)
  setResponseHeaders(event, reply.headers)
  for (const line of reply.cookies) appendResponseHeader(event, 'set-cookie', line)
  return reply.rest === undefined ? reply.body : streamOf(reply)
})
