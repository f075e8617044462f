import NextAuth, { type NextAuthConfig } from '@authwright/next'
import { makeApplication, type Application, type ApplicationOptions } from '@authwright/testing/frameworks/application'

const options = JSON.parse(process.env.CONTRACT_OPTIONS ?? '{}') as ApplicationOptions

// Next.js loads this module several times: for the proxy, for pages and for route handlers.
const shared = globalThis as { application?: Promise<Application> }
const findApplication = (): Promise<Application> => (shared.application ??= makeApplication(options))

export const { handlers, auth, signIn, signOut, requireUser, update, proxy } = NextAuth(async (request) => {
  const { config, configFor } = await findApplication()
  return options.hasTenants ? configFor(request?.headers.get('host') ?? undefined) : config
})

export const staff = NextAuth(async () => (await findApplication()).staff)

/** With the callback of the proxy, for `/guarded`. */
export const guarded = NextAuth(async (): Promise<NextAuthConfig> => {
  const { config } = await findApplication()
  const authorized: NonNullable<NextAuthConfig['callbacks']>['authorized'] = ({ auth: session, request }) =>
    request.nextUrl.searchParams.has('own') ? new Response('own', { status: 418 }) : session?.user?.name === 'admin'
  return { ...config, callbacks: { ...config.callbacks, authorized } }
})
