import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { adapter } from './adapter.ts'

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  account: {
    reauthenticateAfter: 900, // seconds; 0 allows the change in any session, also a stolen one
    notifications: true,
  },
}
