import type { AuthConfig } from '@authwright/core'
import Google from '@authwright/core/providers/google'

export const config: AuthConfig = {
  providers: [Google],
  callbacks: {
    signIn({ user, email }) {
      const isVerified = 'emailVerified' in user && user.emailVerified !== null
      // Before a sign-in e-mail is sent, nothing is verified yet. The callback runs again when it is opened.
      const isRequest = email?.verificationRequest === true
      return (isVerified || isRequest) && user.email?.endsWith('@example.com') === true
    },
  },
}
