import type { AuthConfig } from '@authwright/core'
import { TooManyRequests } from '@authwright/core/errors'
import { isBusy } from './limits.ts'

export const callbacks: AuthConfig['callbacks'] = {
  signIn: async ({ user }) => {
    if (await isBusy(user.email)) throw new TooManyRequests('Too many sign-ins', { retryAfter: 60 }) // seconds
    return true
  },
}
