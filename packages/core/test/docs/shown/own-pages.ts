import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  pages: { signIn: '/login', signOut: '/bye', error: '/oops', verifyRequest: '/check-mail', newUser: '/welcome' },
}
