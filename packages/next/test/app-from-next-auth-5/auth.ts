import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'

export const { handlers, auth, signIn, signOut } = NextAuth({
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
})
