import NextAuth, { type NextAuthConfig } from '@authwright/next'
import { fromAuthJs } from '@authwright/core/compat'
import Credentials from '@authwright/next/providers/credentials'

const config: NextAuthConfig = {
  providers: [
    Credentials({
      credentials: { username: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ username, password }) => {
        if (password !== 'right') return null
        const name = String(username)
        return { id: `id-of-${name}`, name, email: `${name}@example.org` }
      },
    }),
  ],
  session: { strategy: 'jwt', maxAge: 86_400 },
  callbacks: {
    jwt({ token, user }) {
      if (user) token.role = user.name === 'ann' ? 'admin' : 'user'
      return token
    },
    session({ session, token }) {
      if (session.user) session.user.role = token.role as string
      return session
    },
    authorized: ({ auth: session, request }) => session !== null || request.nextUrl.pathname !== '/protected',
  },
}

export const { handlers, auth, signIn, signOut } = NextAuth(fromAuthJs(config, { until: '2100-01-31' }))
