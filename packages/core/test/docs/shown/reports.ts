import { createAuth, serializeCookie } from '@authwright/core'
import { config } from './config.ts'

const auth = createAuth(config)

/** Responds to `/reports`, for signed-in users only. */
export const showReports = async (request: Request): Promise<Response> => {
  const { session, cookies } = await auth.session(request)
  if (session === null) {
    const callbackUrl = encodeURIComponent(new URL(request.url).pathname)
    return new Response(null, { status: 302, headers: { location: `/auth/signin?callbackUrl=${callbackUrl}` } })
  }
  if (session.role !== 'admin') return new Response('Only for admins', { status: 403 })
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
  return new Response('All reports', { headers })
}
