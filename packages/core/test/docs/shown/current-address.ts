import type { AuthConfig } from '@authwright/core'
import { adapter } from './adapter.ts'

export const callbacks: AuthConfig['callbacks'] = {
  jwt: async ({ token }) => {
    const user = token.sub === undefined ? null : await adapter.getUser(token.sub)
    return { ...token, email: user?.email ?? null }
  },
}
