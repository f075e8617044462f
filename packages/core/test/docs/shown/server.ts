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
  if (!session) return new Response(null, { status: 302, headers: { location: '/auth/signin' } })

  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
  return new Response(`Signed in as ${session.user?.name ?? 'a user without a name'}`, { headers })
}
