import type { MethodRegistry } from '../config/engine-types.ts'
import { credentialsMethod } from '../methods/credentials/credentials-method.ts'
import { emailMethod } from '../methods/email/email-method.ts'
import { oauthMethod } from '../methods/oauth/oauth-method.ts'
import { webAuthnMethod } from '../methods/webauthn/webauthn-method.ts'

const all = [oauthMethod, emailMethod, credentialsMethod, webAuthnMethod]

const byType = new Map<unknown, (typeof all)[number]>(
  all.flatMap((method) => method.types.map((type) => [type, method])),
)

/** Every sign-in method. A new method adds a folder under `methods/` and its record here. */
export const methods: MethodRegistry = Object.freeze({ all, find: (type: unknown) => byType.get(type) })
