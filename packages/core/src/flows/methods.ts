import { once } from '../base/once.ts'
import { InvalidProvider } from '../errors/classes.ts'
import type { ProviderType } from '../types/providers.ts'
import { credentialsMethod } from './credentials.ts'
import { emailMethod } from './email-link.ts'
import type { SignInMethod } from './method.ts'

/** The protocol rooms are large and a session check needs none of them, so they are loaded at the first sign-in. */
const oauth = once(async (): Promise<SignInMethod> => (await import('./oauth.ts')).oauthMethod)

const webauthn = (): never => {
  throw new InvalidProvider('Passkeys are not part of this version')
}

/** Every way to sign in. */
export const methods: Readonly<Record<ProviderType, () => SignInMethod | Promise<SignInMethod>>> = {
  oauth,
  oidc: oauth,
  email: () => emailMethod,
  credentials: () => credentialsMethod,
  webauthn,
}

/** Whether a posted callback of this type has to prove that it came from this site. */
export const needsProof: Readonly<Record<ProviderType, boolean>> = {
  // The provider's answer carries a state that only this browser's cookie matches.
  oauth: false,
  oidc: false,
  email: true,
  credentials: true,
  webauthn: true,
}

/** Whether a callback of this type is posted and never got. */
export const isOnlyPosted: Readonly<Record<ProviderType, boolean>> = {
  oauth: false,
  oidc: false,
  email: false,
  credentials: true,
  webauthn: true,
}
