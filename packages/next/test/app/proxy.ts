import type { NextRequest } from 'next/server'
import { guarded, proxy as renew } from './auth'

export const proxy = (request: NextRequest): Promise<Response> =>
  request.nextUrl.pathname === '/guarded' ? guarded.proxy(request) : renew(request)

// Handlers that set a cookie of the same name, or that shared caches may store, use `auth(handler)`.
export const config = {
  matcher: ['/((?!_next/|late|own-cookie|same-cookie|fetched|thrown-redirect|props|api/pages).*)'],
}
