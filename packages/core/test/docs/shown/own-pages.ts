import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  pages: { signIn: '/login', signOut: '/bye', error: '/oops', verifyRequest: '/check-mail', newUser: '/welcome' },
}
