import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

declare module '@authwright/core' {
  interface Session {
    role?: 'admin' | 'user'
  }
}

/** Stands for your own code: the role of the user with this id. */
const findRole = async (id: string | undefined) => (id === '1' ? 'admin' : 'user')

export const config: AuthConfig = {
  providers: [GitHub],
  callbacks: {
    // What the cookie contains. `trigger` is set at a sign-in, and not when the session is read.
    jwt: async ({ token, trigger }) =>
      trigger === 'signIn' || trigger === 'signUp' ? { ...token, role: await findRole(token.sub) } : token,
    // What your code and the browser get.
    session: ({ session, token }) => ({ ...session, role: token['role'] === 'admin' ? 'admin' : 'user' }),
  },
}
