import { SettingsService } from '@simplewebauthn/server'
import { afterEach, describe, expect, test } from 'vitest'
import { verifyAuthentication } from '../../src/protocols/webauthn/authentication.ts'
import { resolveWebAuthnProvider } from '../../src/protocols/webauthn/webauthn-provider.ts'
import { verifyRegistration } from '../../src/protocols/webauthn/registration.ts'
import { readCeremonyResponse } from '../../src/protocols/webauthn/ceremony-response.ts'
import { WebAuthn } from '../../src/providers/webauthn.ts'
import { ATTESTATION_CA, CROSS_ORIGIN, NONE, PACKED, PACKED_SELF, type Vector } from './webauthn-values.ts'

// Some of the examples have no user verification.
const withoutUserVerification = { requireUserVerification: false }
const provider = resolveWebAuthnProvider({
  ...WebAuthn(),
  verifyRegistrationOptions: withoutUserVerification,
  verifyAuthenticationOptions: withoutUserVerification,
})
const party = { id: 'example.org', name: 'Example', origins: ['https://example.org'] }

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

const readResponse = ({ credentialId }: Vector, parts: Record<string, string>) => {
  const id = base64url(credentialId)
  const response = Object.fromEntries(Object.entries(parts).map(([name, hex]) => [name, base64url(hex)]))
  return readCeremonyResponse(
    JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }),
  )
}

const register = (vector: Vector) => {
  const { client, attestation } = vector.registration
  const response = readResponse(vector, { clientDataJSON: client, attestationObject: attestation })
  return verifyRegistration(provider, { ...party, challenge: response.clientData.challenge }, response)
}

const authenticate = async (vector: Vector) => {
  const { client, data, signature } = vector.authentication
  const response = readResponse(vector, { clientDataJSON: client, authenticatorData: data, signature })
  const row = { ...(await register(vector)), userId: 'ada' }
  return verifyAuthentication(provider, { ...party, challenge: response.clientData.challenge }, response, row, true)
}

const trust = (...certificates: string[]): void =>
  SettingsService.setRootCertificates({
    identifier: 'packed',
    certificates: certificates.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
  })

afterEach(() => trust())

describe('the examples of the WebAuthn specification', () => {
  test.each([
    ['no attestation', NONE, 'multiDevice', true],
    ['self attestation', PACKED_SELF, 'multiDevice', true],
  ])('with %s register and sign in', async (_name, vector, credentialDeviceType, credentialBackedUp) => {
    expect(await register(vector)).toMatchObject({
      credentialID: Buffer.from(vector.credentialId, 'hex').toString('base64'),
      counter: 0,
      credentialDeviceType,
      credentialBackedUp,
    })
    await expect(authenticate(vector)).resolves.toMatchObject({ counter: 0 })
  })

  test('with an attestation certificate register if its root is trusted', async () => {
    trust(ATTESTATION_CA)
    expect(await register(PACKED)).toMatchObject({ counter: 0, credentialDeviceType: 'multiDevice' })
    await expect(authenticate(PACKED)).resolves.toMatchObject({ counter: 0 })
  })

  test('with an attestation certificate are refused if its root is not trusted', async () => {
    await expect(register(PACKED)).rejects.toMatchObject({ cause: { reason: 'attestation' } })
    const { client, attestation } = PACKED.registration
    const leaf = attestation.slice(attestation.indexOf('30820221'))
    trust(leaf.slice(0, (0x221 + 4) * 2))
    const changed = { ...PACKED, registration: { client, attestation: attestation.replace('3f19ec4b', '3f19ec4c') } }
    await expect(register(changed)).rejects.toMatchObject({ type: 'WebAuthnVerificationError' })
  })

  test('in a frame of another origin are refused', async () => {
    await expect(register(CROSS_ORIGIN)).rejects.toMatchObject({ cause: { reason: 'cross-origin' } })
  })
})
