import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'

export const authOptions: NextAuthOptions = {
  providers: [
    CredentialsProvider({
      name: 'Password',
      credentials: { username: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
      authorize: async (credentials) => {
        if (credentials?.password !== 'right') return null
        const name = String(credentials.username)
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
      if (session.user) session.user.role = token.role
      return session
    },
  },
}
