import { createAuth, serializeCookie, setEnvDefaults } from '@authwright/core'
import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

const config: AuthConfig = { providers: [GitHub] }
setEnvDefaults(process.env, config)
const auth = createAuth(config)

export const handle = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return auth.handle(request)

  const { session, cookies } = await auth.session(request)
  if (session?.user === undefined) {
    const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname)}`
    return new Response(null, { status: 302, headers: { location } })
  }
  const response = new Response(`Reports for ${session.user.name}`)
  // These cookies renew the session.
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}
