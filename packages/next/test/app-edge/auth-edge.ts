import NextAuth from '@authwright/next'

// Adapters and the log of the test application do not run here.
export const { auth, proxy } = NextAuth({
  providers: [],
  basePath: '/shop/auth',
  session: { updateAge: 0 },
  callbacks: {
    authorized: ({ auth: session, request }) => session !== null || request.nextUrl.pathname !== '/guarded',
  },
})
