import { createPrivateKey, sign } from 'node:crypto'
import { SettingsService } from '@simplewebauthn/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { Passkey, type ResponseChanges } from '@authwright/test-kit/webauthn/authenticator'
import { ATTESTATION_KEY, EVIL_ROOT, EXPIRED_LEAF, FOREIGN_LEAF, GOOD_LEAF, ROOT } from './certificates.ts'
import { setUpPasskeys, register } from '@authwright/test-kit/webauthn/passkey-setup'

const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, 'base64'))
const key = createPrivateKey({ key: Buffer.from(ATTESTATION_KEY, 'base64'), format: 'der', type: 'pkcs8' })

/** A `packed` attestation with a valid signature and this certificate chain (WebAuthn L3 §8.2). */
const attestedBy = (...chain: readonly string[]): ResponseChanges => ({
  fmt: 'packed',
  statement: (signed) =>
    new Map<string, number | Uint8Array | Uint8Array[]>([
      ['alg', -7],
      ['sig', new Uint8Array(sign('sha256', signed, key))],
      ['x5c', chain.map(bytes)],
    ]),
})

const trust = (...certificates: readonly string[]): void =>
  SettingsService.setRootCertificates({ identifier: 'packed', certificates: certificates.map(bytes) })

beforeEach(() => trust(ROOT))
afterEach(() => trust())

test('accepts an attestation certificate that chains to a trusted root', async () => {
  const setup = setUpPasskeys()
  const response = await register(setup.browser(), new Passkey(), 'ada@example.org', attestedBy(GOOD_LEAF))
  expect(location(response)).toBe(`${ORIGIN}/`)
  expect(setup.adapter.state().authenticators.size).toBe(1)
})

test.each([
  ['has expired', [EXPIRED_LEAF]],
  ['chains to a root in the statement', [FOREIGN_LEAF, EVIL_ROOT]],
  ['is signed by another key under the name of the root', [FOREIGN_LEAF]],
  ['is followed by a root that did not sign it', [FOREIGN_LEAF, ROOT]],
  ['is an untrusted root', [EVIL_ROOT]],
])('refuses an attestation certificate that %s, and stores nothing', async (_name, chain) => {
  const setup = setUpPasskeys()
  const response = await register(setup.browser(), new Passkey(), 'ada@example.org', attestedBy(...chain))
  expect(location(response)).toBe(`${ORIGIN}/auth/error?error=WebAuthnVerificationError`)
  const { users, authenticators } = setup.adapter.state()
  expect([users.size, authenticators.size]).toEqual([0, 0])
})
