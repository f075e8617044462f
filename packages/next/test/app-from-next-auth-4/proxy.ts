import { NextResponse } from 'next/server'
import { withAuth } from 'next-auth/middleware'

export default withAuth(
  (request) => {
    const response = NextResponse.next()
    response.headers.set('x-role', String(request.nextauth.token?.role))
    return response
  },
  {
    callbacks: {
      authorized: ({ token, req }) => (req.nextUrl.pathname === '/admin' ? token?.role === 'admin' : token !== null),
    },
  },
)

export const config = { matcher: ['/protected', '/admin'] }
