import { once } from '../base/once.ts'
import type { ProviderType } from '../types/providers.ts'
import { credentialsMethod } from '../methods/credentials/credentials-method.ts'
import type { SignInMethod } from '../sign-in/method.ts'

/** What the engine has to know of a way to sign in. */
export interface MethodRow {
  readonly load: () => SignInMethod | Promise<SignInMethod>
  /** Whether a posted callback has to prove that it came from this site. */
  readonly needsProof: boolean
  /** Whether a callback is posted and never got. */
  readonly isOnlyPosted: boolean
}

const oauth: MethodRow = {
  // The protocol rooms are large and a session check needs none of them, so they are loaded at the first sign-in.
  load: once(async () => (await import('../methods/oauth/oauth-method.ts')).oauthMethod),
  // The provider's answer carries a state that only this browser's cookie matches.
  needsProof: false,
  isOnlyPosted: false,
}

/** Every way to sign in. */
export const methods: Readonly<Record<ProviderType, MethodRow>> = {
  oauth,
  oidc: oauth,
  email: {
    load: once(async () => (await import('../methods/email/email-method.ts')).emailMethod),
    needsProof: true,
    isOnlyPosted: false,
  },
  credentials: { load: () => credentialsMethod, needsProof: true, isOnlyPosted: true },
  webauthn: {
    load: once(async () => (await import('../methods/webauthn/webauthn-method.ts')).webAuthnMethod),
    needsProof: true,
    isOnlyPosted: true,
  },
}
