import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { adapter } from './adapter.ts'

declare module '@authwright/core' {
  interface User {
    role?: string | null | undefined
  }
}

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  callbacks: {
    // With an adapter, sessions are in the database, and `user` is the row of the user.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id, role: user.role } }),
  },
}
