import { NextResponse } from 'next/server'
import { withAuth } from '@authwright/next/v4'
import { authOptions } from './lib/auth-options'

export default withAuth(
  (request) => {
    const response = NextResponse.next()
    response.headers.set('x-role', String(request.nextauth.token?.role))
    return response
  },
  {
    legacySessions: authOptions.legacySessions,
    callbacks: {
      authorized: ({ token, req }) => (req.nextUrl.pathname === '/admin' ? token?.role === 'admin' : token !== null),
    },
  },
)

export const config = { matcher: ['/protected', '/admin'] }
