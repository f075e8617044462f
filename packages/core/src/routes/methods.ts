import type { MethodRegistry, SignInMethod } from '../config/engine-types.ts'
import { credentialsMethod } from '../methods/credentials/credentials-method.ts'
import { emailMethod } from '../methods/email/email-method.ts'
import { oauthMethod } from '../methods/oauth/oauth-method.ts'
import { webAuthnMethod } from '../methods/webauthn/webauthn-method.ts'

const all: readonly SignInMethod[] = [oauthMethod, emailMethod, credentialsMethod, webAuthnMethod]

/** Every sign-in method. A new method adds a folder under `methods/` and its record here. */
export const methods: MethodRegistry = Object.freeze({
  all,
  find: (type: unknown) => all.find(({ types }) => types.some((known) => known === type)),
})
