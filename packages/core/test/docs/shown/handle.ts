import { createAuth, serializeCookie, setEnvDefaults } from '@authwright/core'
import { findTenant } from './tenant.ts'
import { configOf } from './tenants.ts'

export const handle = async (request: Request): Promise<Response> => {
  const { host, pathname } = new URL(request.url)
  const tenant = await findTenant(host)
  if (tenant === undefined) return new Response('No such site', { status: 404 })
  const config = configOf(tenant)
  setEnvDefaults(process.env, config)
  const auth = createAuth(config)
  if (pathname.startsWith('/auth/')) return auth.handle(request)

  const { session, cookies } = await auth.session(request)
  if (session?.tenant !== tenant.id) return new Response(null, { status: 302, headers: { location: '/auth/signin' } })

  const response = new Response(`${session.user?.name} at ${tenant.name}`)
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}
