import type { AuthConfig } from '@authwright/core'

export const cookies: AuthConfig['cookies'] = {
  sessionToken: { name: '__Host-session' },
  state: { name: '__Host-attempt' },
  webauthnChallenge: { name: '__Host-passkey' },
}
