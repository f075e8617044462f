import type * as Server from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { once } from '../../base/once.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'

/** The package that verifies ceremonies. The application installs it. */
export type SimpleWebAuthn = typeof Server & { readonly helpers: typeof Helpers }

/**
 * Load `@simplewebauthn/server` at the first ceremony. Throws `InvalidConfig` if it is not installed.
 *
 * The package follows the steps of WebAuthn L3 §7.1 (registration) and §7.2 (authentication). These checks it leaves to its
 * caller, so they are made here:
 *
 * - `ceremony-response.ts`: size limits; one canonical base64url form for each id, so that equal ids are equal texts; client
 *   data that is a JSON object in valid UTF-8, because the challenge is looked up before the package runs.
 * - `ceremony-response.ts`: no ceremony in a frame, unless in a page that the developer named (§7.1 steps 10 and 11, §7.2
 *   steps 13 and 14). The rule is the same for both ceremonies, and a missing `topOrigin` does not pass.
 * - `attestation-object.ts`: an attestation object in deterministic CBOR without bytes behind it; the statement of a self
 *   attestation names the algorithm of its key (§8.2).
 * - `registration.ts`: only attestation formats that the developer accepts (§7.1 step 22), and certificates only where there
 *   are trust anchors (step 24). This runs first, so that no certificate without an anchor is processed.
 * - `registration.ts`: the response names the credential that the authenticator attested.
 * - `credential-public-key.ts`: key type, curve and size belong to the algorithm (§5.8.5). Without attestation a key signs
 *   nothing at registration, so a weak or unusable key would be stored. A stored key is checked again before its use.
 * - `authentication.ts`: the user handle (§7.2 step 6) and the unchanged backup eligibility (step 19).
 * - `methods/webauthn/`: an id that is already registered (§7.1 step 26), and the signature counter (§7.2 step 22), which is
 *   compared in the database transaction that stores it.
 */
export const loadSimpleWebAuthn: () => Promise<SimpleWebAuthn> = once(async () => {
  try {
    const [server, helpers] = await Promise.all([
      import('@simplewebauthn/server'),
      import('@simplewebauthn/server/helpers'),
    ])
    return { ...server, helpers }
  } catch (error) {
    throw new InvalidConfig('Passkeys need the package @simplewebauthn/server, version 14: install it', causeOf(error))
  }
})
