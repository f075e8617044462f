import type { AuthConfig } from '@authwright/core'
import { password } from './credentials.ts'
import { findRole } from './users.ts'

declare module '@authwright/core' {
  interface Session {
    role?: string | undefined
  }
}

export const config: AuthConfig = {
  providers: [password],
  secret: process.env['AUTH_SECRET'] ?? '',
  origin: 'https://app.example.com',
  callbacks: {
    // What the cookie contains. `trigger` is set at a sign-in, and not when the session is read.
    jwt: ({ token, trigger }) =>
      trigger === 'signIn' || trigger === 'signUp' ? { ...token, role: findRole(token.sub) } : token,
    // What `auth.session()` and the browser get.
    session: ({ session, token }) => ({ ...session, role: token['role'] === 'admin' ? 'admin' : undefined }),
  },
}
