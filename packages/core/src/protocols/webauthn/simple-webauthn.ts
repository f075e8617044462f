import type * as Server from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { once } from '../../base/async.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'

export type SimpleWebAuthn = typeof Server & { readonly helpers: typeof Helpers }

const findNothing = (): undefined => undefined

/**
 * Load a package that needs the functions of reflect-metadata, in any order.
 *
 * `@simplewebauthn/server` loads reflect-metadata before `tsyringe`, which otherwise throws. A bundler that makes one file per package,
 * such as Nitro 3, changes this order. No class has metadata then, and these functions say so until reflect-metadata replaces them.
 */
export const loadInAnyOrder = async <Value>(load: () => Promise<Value>): Promise<Value> => {
  const missing = ['getMetadata', 'getOwnMetadata'].filter((name) => !Reflect.has(Reflect, name))
  for (const name of missing)
    Reflect.defineProperty(Reflect, name, { configurable: true, writable: true, value: findNothing })
  try {
    return await load()
  } finally {
    for (const name of missing) if (Reflect.get(Reflect, name) === findNothing) Reflect.deleteProperty(Reflect, name)
  }
}

const importPackage = async (): Promise<SimpleWebAuthn> => {
  // Directly in `try`: then a bundler builds an application that has not installed the package.
  try {
    return { ...(await import('@simplewebauthn/server')), helpers: await import('@simplewebauthn/server/helpers') }
  } catch (error) {
    const fix = 'Run: npm install @simplewebauthn/server@14'
    throw new InvalidConfig('Passkeys need the package @simplewebauthn/server, version 14', { fix, ...causeOf(error) })
  }
}

/**
 * Load the package at the first ceremony. It leaves these checks of WebAuthn L3 to its caller, in whole or in part:
 *
 * - §5.1: the `id` of a response names the credential that was created. `verifyRegistration` in `registration.ts`
 * - §5.8.5: type, curve and value of a public key, new or stored. `checkPublicKey` in `credential.ts`
 * - §7.1 steps 10 and 11, §7.2 steps 13 and 14: a frame of another origin. `verifyOptions` in `ceremony-response.ts`
 * - §7.1 step 24: certificates need trust anchors. `verifyRegistration` in `registration.ts`
 * - §7.1 step 25: the length of a credential ID. `readCeremonyResponse` in `ceremony-response.ts`
 * - §7.1 step 26: the credential is not registered yet. `readNewPasskey` in `methods/webauthn/webauthn-steps.ts`
 * - §7.2 step 5: the options listed the passkey. `findRow` in `methods/webauthn/webauthn-steps.ts`
 * - §7.2 step 6: the user handle. `checkUserHandle` in `authentication.ts`
 * - §7.2 step 19: the backup eligibility has not changed. `verifyAuthentication` in `authentication.ts`
 * - §7.2 step 22: the counter, in the transaction that stores it. `recordUse` in `methods/webauthn/webauthn-steps.ts`
 * - §8.2: a self attestation names the algorithm of its key. `readAttestation` in `registration.ts`
 * - §13.4.3: a challenge is used once. `consumeChallenge` in `attempts/ceremony.ts`
 */
export const loadSimpleWebAuthn: () => Promise<SimpleWebAuthn> = once(() => loadInAnyOrder(importPackage))
