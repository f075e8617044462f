import { ElysiaAuth, type AuthFunctions } from '@authwright/web/elysia'
import {
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  responseOf,
  SECURITY_HEADERS,
  type Application,
  type ApplicationOptions,
  type ApplicationRoute,
} from '@authwright/testing/frameworks'
import type { Context, Elysia } from 'elysia'
import { fetched, routes } from './tools.ts'

/** The test application, for each runtime of Elysia. */
export const makeApp = (app: Elysia, options: ApplicationOptions, { config, configFor, staff }: Application) => {
  const auth = ElysiaAuth(
    options.hasTenants ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
  )
  const show = (): Response => responseOf(protectedReply)
  const run =
    (route: ApplicationRoute) =>
    async ({ request, auth, signIn, signOut, update }: Context & AuthFunctions): Promise<Response> => {
      const query = new URL(request.url).searchParams
      return responseOf(await route({ query, auth, signIn, signOut, update }))
    }
  if (options.setsSecurityHeaders) app.onRequest(({ set }) => void Object.assign(set.headers, SECURITY_HEADERS))
  if (options.hasStaff) app.use(ElysiaAuth(staff))
  const router = app
    .use(auth)
    .onError(({ code }) => (code === 'NOT_FOUND' ? undefined : responseOf(errorReply)))
    .get('/protected', show, { signedIn: true })
    .get('/api/protected', show, { signedIn: isAdmin })
    .get('/fetched', async ({ auth, request }) => {
      await auth()
      return fetched(request.url)
    })
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ')
    router.route(method, path, run(route))
  }
  return router.all('/*', run(missingReply))
}
