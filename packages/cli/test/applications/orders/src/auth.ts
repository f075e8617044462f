import type { AuthConfig } from '@auth/core'
import { CredentialsSignin } from '@auth/core/errors'
import Credentials from '@auth/core/providers/credentials'
import { checkPassword, record } from './users.ts'

class WrongPassword extends CredentialsSignin {
  code = 'wrong-password'
}

export const sessionCookie = 'orders.session'

export const authConfig: AuthConfig = {
  basePath: '/api/auth',
  secret: process.env.AUTH_SECRET,
  trustHost: true,
  session: { strategy: 'jwt', maxAge: 8 * 60 * 60 },
  cookies: {
    sessionToken: { name: sessionCookie, options: { httpOnly: true, sameSite: 'strict', path: '/', secure: false } },
  },
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      async authorize({ name, password }) {
        const user = checkPassword(String(name), String(password))
        if (!user) throw new WrongPassword()
        return { id: String(user.id), name: user.name, role: user.role }
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token),
    session({ session, token }) {
      session.user.id = token.sub ?? ''
      session.user.role = token.role ?? 'clerk'
      return session
    },
  },
  events: {
    signIn: ({ user }) => record('in', user.name ?? ''),
    signOut: (message) => record('out', ('token' in message && message.token?.name) || ''),
  },
}
