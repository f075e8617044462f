import { fromAuthJs, type NextAuthOptions } from '@authwright/next/v4'
import CredentialsProvider from '@authwright/next/providers/credentials'

const options: NextAuthOptions = {
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

export const authOptions = fromAuthJs(options, { until: '2100-01-31', version: 4 })
