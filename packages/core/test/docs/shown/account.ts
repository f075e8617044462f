import type { AuthConfig } from '@authwright/core'

export const config: AuthConfig = {
  providers: [],
  account: {
    reauthenticateAfter: 900, // seconds; 0 allows the change in any session, also a stolen one
    notifications: true,
  },
}
