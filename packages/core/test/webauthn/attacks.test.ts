import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { encodeCbor, Passkey, signWith, type ResponseChanges } from '@authwright/test-kit/webauthn/authenticator'
import {
  postResponse,
  fetchOptions,
  setUpPasskeys,
  signUp,
  lastReason,
  register,
  signIn,
  type PasskeySetup,
} from '@authwright/test-kit/webauthn/passkey-setup'

const ERROR_PAGE = `${ORIGIN}/auth/error?error=WebAuthnVerificationError`

const sizes = ({ adapter }: PasskeySetup) => {
  const { users, accounts, authenticators, sessions } = adapter.state()
  return [users.size, accounts.size, authenticators.size, sessions.size]
}

/** Expect that a ceremony fails: a registration leaves no row, a sign-in changes no row. */
const expectRefused = async (
  ceremony: 'register' | 'authenticate',
  changes: ResponseChanges,
  passkey = new Passkey(),
) => {
  // The tests reach the checks behind the limit of bodies.
  const setup = setUpPasskeys({ config: { maxBodySize: 2 ** 20 } })
  const visitor = setup.browser()
  if (ceremony === 'register') {
    expect(location(await register(visitor, passkey, 'ada@example.org', changes))).toBe(ERROR_PAGE)
    expect(sizes(setup)).toEqual([0, 0, 0, 0])
  } else {
    await signUp(setup, passkey)
    const before = setup.adapter.state()
    expect(location(await signIn(visitor, passkey, changes))).toBe(ERROR_PAGE)
    expect(setup.adapter.state().authenticators).toEqual(before.authenticators)
    expect(sizes(setup)).toEqual([1, 1, 1, 1])
  }
  expect(await visitor.session()).toBeNull()
  return lastReason(setup)
}

const both = (rows: readonly (readonly [name: string, changes: ResponseChanges])[]) =>
  (['register', 'authenticate'] as const).flatMap((ceremony) =>
    rows.map(([name, changes]) => [ceremony, name, changes] as const),
  )

const flip = (bytes: Buffer, at = bytes.length - 1): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('the client data', () => {
  test.each(
    both([
      ['has an unknown type', { client: { type: 'webauthn.other' } }],
      ['has the type in mixed case', { type: 'WebAuthn.get' }],
      ['has no type', { client: { type: undefined } }],
      ['has no challenge', { client: { challenge: undefined } }],
      ['has no origin', { client: { origin: undefined } }],
      ['has a challenge that is not a string', { client: { challenge: 1 } }],
      ['is not an object', { clientText: () => '[]' }],
      ['is not JSON', { clientText: (text) => text.slice(1) }],
      ['is not UTF-8', { clientText: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]) }],
      ['is too long', { client: { more: 'x'.repeat(20_000) } }],
      ['comes from http', { origin: 'http://app.example.com' }],
      ['comes from another port', { origin: 'https://app.example.com:8443' }],
      ['comes from a subdomain', { origin: 'https://a.app.example.com' }],
      ['comes from the parent domain', { origin: 'https://example.com' }],
      ['has a slash after the origin', { origin: 'https://app.example.com/' }],
      ['has the origin in upper case', { origin: 'https://APP.example.com' }],
      ['comes from an opaque origin', { origin: 'null' }],
      ['comes from a look-alike domain', { origin: 'https://app.example.com.evil.example' }],
      ['comes from an Android application', { origin: 'android:apk-key-hash:AAAA' }],
      ['comes from an iOS application', { origin: 'ios:bundle-id:com.example' }],
      ['comes from a frame', { client: { crossOrigin: true } }],
      [
        'comes from a frame with a top-level origin',
        { client: { crossOrigin: true, topOrigin: 'https://evil.example' } },
      ],
      ['has a top-level origin without a frame', { client: { topOrigin: 'https://evil.example' } }],
      ['has a crossOrigin that is not a boolean', { client: { crossOrigin: 'false' } }],
    ]),
  )('is refused in the ceremony "%s" if it %s', async (ceremony, _name, changes) => {
    await expectRefused(ceremony, changes)
  })

  test('of a megabyte is refused before it is read', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const response = await signIn(visitor, passkey, { client: { more: 'x'.repeat(1_048_576) } })
    expect(response.status).toBe(413)
    expect(await visitor.session()).toBeNull()
  })

  test('of a registration is refused at a sign-in, and the reverse', async () => {
    await expectRefused('register', { type: 'webauthn.get' })
    await expectRefused('authenticate', { type: 'webauthn.create' })
  })

  test('uses the last of two equal members, as JSON does, and ignores a byte order mark', async () => {
    const evil = 'https://evil.example'
    const twice = (text: string) => text.replace('"origin"', `"origin":"${evil}","origin"`)
    const overridden = (text: string) => text.replace('}', `,"origin":"${evil}"}`)
    await expectRefused('authenticate', { clientText: overridden })
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    expect(location(await signIn(setup.browser(), passkey, { clientText: twice }))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(setup.browser(), passkey, { clientText: (text) => `\ufeff${text}` }))).toBe(
      `${ORIGIN}/`,
    )
  })

  test('may have unknown members, which are ignored', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    const clientText = (text: string) => text.replace('{', '{"__proto__":{"admin":true},"other":[1],')
    expect(location(await register(setup.browser(), passkey, 'ada@example.org', { clientText }))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(setup.browser(), passkey, { clientText }))).toBe(`${ORIGIN}/`)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})

describe('the authenticator data', () => {
  test.each(
    both([
      ['has the hash of another RP ID', { rpIdHash: randomBytes(32) }],
      ['has an RP ID hash of zeros', { rpIdHash: Buffer.alloc(32) }],
      ['lacks user presence', { up: false }],
      ['lacks user verification', { uv: false }],
      ['is backed up without backup eligibility', { be: false, bs: true }],
      ['is truncated', { authData: (bytes) => bytes.subarray(0, 36) }],
      ['has trailing bytes', { authData: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) }],
      [
        'has the extension flag but no extensions',
        {
          authData: (bytes) =>
            Buffer.concat([bytes.subarray(0, 32), Buffer.from([(bytes[32] ?? 0) | 0x80]), bytes.subarray(33)]),
        },
      ],
      [
        'has extensions that are not a map',
        {
          authData: (bytes) =>
            Buffer.concat([
              bytes.subarray(0, 32),
              Buffer.from([(bytes[32] ?? 0) | 0x80]),
              bytes.subarray(33),
              Buffer.from([0x01]),
            ]),
        },
      ],
    ]),
  )('is refused in the ceremony "%s" if it %s', async (ceremony, _name, changes) => {
    await expectRefused(ceremony, changes)
  })

  test('of the parent domain is refused, unless the parent domain is the RP ID', async () => {
    const rpIdHash = (await import('node:crypto')).createHash('sha256').update('example.com').digest()
    expect(await expectRefused('authenticate', { rpIdHash })).toBe('verification')
    const setup = setUpPasskeys({ passkey: { relayingParty: { id: 'example.com', name: 'Example' } } })
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const { options } = await fetchOptions(setup.browser(), { action: 'register', email: 'bob@example.org' })
    expect(options.rp).toEqual({ id: 'example.com', name: 'Example' })
    expect(location(await signIn(setup.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('is refused if the backup eligibility changes', async () => {
    expect(await expectRefused('authenticate', { be: true, bs: false })).toBe('backup-eligibility')
    expect(await expectRefused('authenticate', { be: false, bs: false }, new Passkey({ be: true }))).toBe(
      'backup-eligibility',
    )
  })

  test('is refused if its flags do not match the credential data', async () => {
    await expectRefused('authenticate', { flags: 0x45 })
    await expectRefused('register', { flags: 0x05 })
  })
})

describe('an assertion', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  test.each([
    ['with a flipped bit in its signature', { signature: (bytes: Buffer) => flip(bytes) }],
    ['signed by another key', { key: other }],
    ['without a signature', { signature: () => Buffer.alloc(0) }],
    ['with different id and rawId', { rawId: randomBytes(32).toString('base64url') }],
    ['with a padded id', { id: `${randomBytes(32).toString('base64url')}=` }],
    ['with an unknown id', { credentialId: randomBytes(32) }],
    ['with an empty id', { id: '' }],
    ['with an id that is too long', { credentialId: Buffer.alloc(1024, 1) }],
    ['of another type', { credentialType: 'password' }],
    ['without a user handle', { userHandle: null }],
    ['with an empty user handle', { userHandle: '' }],
    ['with the user handle of another user', { userHandle: randomBytes(32).toString('base64url') }],
    ['with a user handle that is too long', { userHandle: Buffer.alloc(65, 1).toString('base64url') }],
  ] satisfies readonly (readonly [string, ResponseChanges])[])(
    '%s is refused before anything is written',
    async (_name, changes) => {
      await expectRefused('authenticate', changes)
    },
  )

  test.each(['clientDataJSON', 'authenticatorData'])(
    'is refused if its %s was changed after the signature',
    async (part) => {
      const setup = setUpPasskeys()
      const passkey = new Passkey()
      await signUp(setup, passkey)
      const visitor = setup.browser()
      const { options } = await fetchOptions(visitor, { action: 'authenticate' })
      const signed = JSON.parse(passkey.assert(options)) as { response: Record<string, string> }
      const bytes = Buffer.from(signed.response[part] ?? '', 'base64url')
      // A space after the JSON, or another counter: both still parse.
      const changed = part === 'clientDataJSON' ? Buffer.concat([bytes, Buffer.from(' ')]) : flip(bytes)
      signed.response[part] = changed.toString('base64url')
      expect(location(await postResponse(visitor, 'authenticate', JSON.stringify(signed)))).toBe(ERROR_PAGE)
      expect(lastReason(setup)).toBe('signature')
    },
  )

  test('with unrequested extensions is accepted, and the extensions are ignored', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const authData = (bytes: Buffer) => {
      const copy = Buffer.concat([bytes, encodeCbor(new Map([['appid', true]]))])
      copy[32] = (copy[32] ?? 0) | 0x80
      return copy
    }
    expect(location(await signIn(setup.browser(), passkey, { authData }))).toBe(`${ORIGIN}/`)
  })

  test('with the id of another user’s passkey is refused', async () => {
    const setup = setUpPasskeys()
    const [ada, bob] = [new Passkey(), new Passkey()]
    await signUp(setup, ada)
    await signUp(setup, bob, 'bob@example.org')
    const visitor = setup.browser()
    expect(location(await signIn(visitor, bob, { credentialId: ada.id, userHandle: ada.userHandle ?? null }))).toBe(
      ERROR_PAGE,
    )
    expect(lastReason(setup)).toBe('signature')
    expect(await visitor.session()).toBeNull()
  })

  test('by a passkey that was not listed is refused', async () => {
    const setup = setUpPasskeys({ passkey: { allowDangerousCredentialListing: true } })
    const [ada, bob] = [new Passkey(), new Passkey()]
    await signUp(setup, ada)
    await signUp(setup, bob, 'bob@example.org')
    const visitor = setup.browser()
    for (const email of ['ada@example.org', 'unknown@example.org']) {
      const { options } = await fetchOptions(visitor, { action: 'authenticate', email })
      expect(location(await postResponse(visitor, 'authenticate', bob.assert(options)))).toBe(ERROR_PAGE)
      expect(lastReason(setup)).toBe('not-listed')
    }
    const listed = { action: 'authenticate', email: 'ada@example.org' }
    const foreign = await fetchOptions(visitor, listed)
    const wrong = ada.assert(foreign.options, { userHandle: randomBytes(32).toString('base64url') })
    expect(location(await postResponse(visitor, 'authenticate', wrong))).toBe(ERROR_PAGE)
    const { options } = await fetchOptions(visitor, listed)
    expect(location(await postResponse(visitor, 'authenticate', ada.assert(options, { userHandle: null })))).toBe(
      `${ORIGIN}/`,
    )
  })

  test('needs a user handle, also if the stored passkey has none to compare with', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    await setup.adapter.updateAuthenticator({ credentialID: passkey.id.toString('base64'), userHandle: null })
    for (const userHandle of [null, '']) {
      expect(location(await signIn(setup.browser(), passkey, { userHandle }))).toBe(ERROR_PAGE)
      expect(lastReason(setup)).toBe('user-handle')
    }
    expect(location(await signIn(setup.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('is refused if the stored key is of another passkey, or of an algorithm that is not accepted', async () => {
    const setup = setUpPasskeys()
    const [ada, bob] = [new Passkey(), new Passkey()]
    await signUp(setup, ada)
    await signUp(setup, bob, 'bob@example.org')
    const credentialID = ada.id.toString('base64')
    const key = setup.adapter.state().authenticators.get(bob.id.toString('base64'))?.credentialPublicKey ?? ''
    await setup.adapter.updateAuthenticator({ credentialID, credentialPublicKey: key })
    expect(location(await signIn(setup.browser(), ada))).toBe(ERROR_PAGE)
    expect(lastReason(setup)).toBe('signature')
    for (const [member_, value] of [
      [3, -35],
      [3, -65535],
      [1, 3],
      [-1, 2],
    ] as const) {
      const changed = encodeCbor(new Map([...ada.publicKey, [member_, value]])).toString('base64')
      await setup.adapter.updateAuthenticator({ credentialID, credentialPublicKey: changed })
      expect(location(await signIn(setup.browser(), ada))).toBe(ERROR_PAGE)
      expect(lastReason(setup)).toBe('public-key')
    }
  })
})

test('an assertion is refused if the config does not accept the algorithm of the passkey any more', async () => {
  const adapter = memoryAdapter()
  const passkey = new Passkey()
  await signUp(setUpPasskeys({ adapter }), passkey)
  const setup = setUpPasskeys({ adapter, passkey: { registrationOptions: { supportedAlgorithmIDs: [-8] } } })
  expect(location(await signIn(setup.browser(), passkey))).toBe(ERROR_PAGE)
  expect(lastReason(setup)).toBe('public-key')
})

describe('a registration', () => {
  const ec = new Passkey().publicKey
  const rsa = (modulusLength: number, exponent?: Buffer) => {
    const jwk = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
    const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))
    return new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, new Uint8Array(exponent ?? bytes(jwk.e))],
    ])
  }
  /** A valid point whose first coordinate lacks a byte, which some runtimes import. */
  const withoutLeadingZero = () => {
    for (;;) {
      const { publicKey } = new Passkey()
      const x = publicKey.get(-2)
      if (x instanceof Uint8Array && x[0] === 0) return new Map([...publicKey, [-2, x.slice(1)] as const])
    }
  }
  test.each([
    ['with a credential id of 1024 bytes', { credentialId: Buffer.alloc(1024, 1) }],
    ['with an empty credential id', { credentialId: Buffer.alloc(0) }],
    ['with another id in the response than in the attestation', { id: randomBytes(32).toString('base64url') }],
    ['with an algorithm that was not offered', { publicKey: new Map([...ec, [3, -35]]) }],
    ['with an unknown algorithm', { publicKey: new Map([...ec, [3, -99_999]]) }],
    ['without an algorithm', { publicKey: new Map([...ec].filter(([name]) => name !== 3)) }],
    ['with another key type', { publicKey: new Map([...ec, [1, 1]]) }],
    ['with another curve', { publicKey: new Map([...ec, [-1, 3]]) }],
    ['with a point that is not on its curve', { publicKey: new Map([...ec, [-2, new Uint8Array(32).fill(1)]]) }],
    ['with a coordinate that is too short', { publicKey: new Map([...ec, [-2, new Uint8Array(31).fill(1)]]) }],
    ['with a coordinate without its leading zero', { publicKey: withoutLeadingZero() }],
    ['with an RSA key of another key type', { publicKey: new Map([...rsa(2048), [1, 2]]) }],
    ['with an RSA key of 1024 bits', { publicKey: rsa(1024) }],
    ['with an RSA key of 8200 bits', { publicKey: new Map([...rsa(2048), [-1, new Uint8Array(1025).fill(255)]]) }],
    ['with an even RSA modulus', { publicKey: new Map([...rsa(2048), [-1, new Uint8Array(256).fill(254)]]) }],
    ['with an RSA exponent of 72 bits', { publicKey: rsa(2048, Buffer.alloc(9, 255)) }],
    ['with an RSA exponent of 1', { publicKey: rsa(2048, Buffer.from([1])) }],
    ['with an RSA exponent of 3', { publicKey: rsa(2048, Buffer.from([3])) }],
    ['with an even RSA exponent', { publicKey: rsa(2048, Buffer.from([1, 0, 0])) }],
    ['with a key that is not a map', { publicKey: 'key' }],
    ['with an unknown attestation format', { fmt: 'fancy' }],
    ['with the attestation format in mixed case', { fmt: 'None' }],
    ['with a statement in the attestation format "none"', { statement: () => new Map([['sig', new Uint8Array(8)]]) }],
    ['with an attestation format that is not accepted', { fmt: 'fido-u2f' }],
    ['with a retired attestation format', { fmt: 'android-safetynet' }],
    [
      'with a self attestation of another algorithm',
      {
        fmt: 'packed',
        statement: (signed, key) =>
          new Map<string, number | Uint8Array>([
            ['alg', -257],
            ['sig', new Uint8Array(signWith(key, signed))],
          ]),
      },
    ],
    [
      'with a self attestation of a bad signature',
      {
        fmt: 'packed',
        statement: () =>
          new Map<string, number | Uint8Array>([
            ['alg', -7],
            ['sig', new Uint8Array(70)],
          ]),
      },
    ],
    [
      'with a certificate but no trust anchor',
      {
        fmt: 'packed',
        statement: (signed, key) =>
          new Map<string, unknown>([
            ['alg', -7],
            ['sig', new Uint8Array(signWith(key, signed))],
            ['x5c', [new Uint8Array(300)]],
          ]) as never,
      },
    ],
  ] satisfies readonly (readonly [string, ResponseChanges])[])('%s is refused', async (_name, changes) => {
    await expectRefused('register', changes)
  })

  test('with a credential id of 1023 bytes is accepted', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey({ id: Buffer.alloc(1023, 7) })
    expect(location(await register(setup.browser(), passkey, 'ada@example.org'))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(setup.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('with a self attestation is accepted', async () => {
    const statement: ResponseChanges['statement'] = (signed, key) =>
      new Map<string, number | Uint8Array>([
        ['alg', -7],
        ['sig', new Uint8Array(signWith(key, signed))],
      ])
    const setup = setUpPasskeys()
    const response = await register(setup.browser(), new Passkey(), 'ada@example.org', { fmt: 'packed', statement })
    expect(location(response)).toBe(`${ORIGIN}/`)
  })

  test('with a registered credential id is refused for every user', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    const ada = await signUp(setup, passkey)
    const attacker = setup.browser()
    const copy = new Passkey({ id: passkey.id })
    await register(attacker, copy, 'eve@example.org')
    expect(lastReason(setup)).toBe('already-registered')
    expect(await attacker.session()).toBeNull()
    await register(ada, copy)
    expect(lastReason(setup)).toBe('already-registered')
    expect(sizes(setup)).toEqual([1, 1, 1, 1])
    expect(location(await signIn(setup.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('with one credential id by four concurrent users creates one row and one account', async () => {
    const memory = memoryAdapter()
    let reads = 0
    let release = (): void => undefined
    const allHaveRead = new Promise<void>((resolve) => (release = resolve))
    const getAuthenticator = async (id: string) => {
      const row = await memory.getAuthenticator(id)
      if ((reads += 1) === 4) release()
      // No request writes before all requests have seen that the passkey does not exist.
      await allHaveRead
      return row
    }
    const setup = setUpPasskeys({ adapter: { ...memory, getAuthenticator } })
    const id = randomBytes(32)
    const visitors = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      visitor: setup.browser(),
      passkey: new Passkey({ id }),
    }))
    const ready = await Promise.all(
      visitors.map(async ({ name, visitor, passkey }) => {
        const { options } = await fetchOptions(visitor, { action: 'register', email: `${name}@example.org` })
        return { name, visitor, data: passkey.register(options) }
      }),
    )
    await Promise.all(ready.map(({ visitor, data }) => postResponse(visitor, 'register', data)))
    const signedIn = await Promise.all(
      ready.map(async ({ name, visitor }) => [name, (await visitor.session())?.user?.email]),
    )
    expect(signedIn.filter(([, email]) => email !== undefined)).toHaveLength(1)
    const foreign = signedIn.filter(([name, email]) => email !== undefined && email !== `${name}@example.org`)
    expect(foreign).toEqual([])
    expect(sizes(setup)).toEqual([1, 1, 1, 1])
  })
})

describe('an attestation object with invalid CBOR', () => {
  const deep = Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0x00])])
  /** Replace the statement of a valid attestation object. */
  const withStatement =
    (inner: Buffer) =>
    (bytes: Buffer): Buffer => {
      const at = bytes.indexOf('attStmt') + 'attStmt'.length
      expect(bytes[at]).toBe(0xa0)
      return Buffer.concat([bytes.subarray(0, at), inner, bytes.subarray(at + 1)])
    }

  test.each([
    ['nested ten thousand deep', withStatement(deep)],
    ['with a map of indefinite length', withStatement(Buffer.from([0xbf, 0xff]))],
    ['with a string of indefinite length', withStatement(Buffer.from([0x7f, 0x61, 0x61, 0xff]))],
    ['with a declared length of four gigabytes', withStatement(Buffer.from('5affffffff', 'hex'))],
    ['with an array length of a million items', withStatement(Buffer.from('9a000f4240', 'hex'))],
    ['with a tag', withStatement(Buffer.from('c101', 'hex'))],
    ['with NaN', withStatement(Buffer.from('f97e00', 'hex'))],
    ['with a duplicate key', withStatement(Buffer.from('a2616101616102', 'hex'))],
    ['with an integer that is not in its shortest form', withStatement(Buffer.from('1800', 'hex'))],
    ['that is a number', () => Buffer.from([0x01])],
    ['with trailing bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
    ['that is truncated', (bytes: Buffer) => bytes.subarray(0, -3)],
    ['that is empty', () => Buffer.alloc(0)],
    ['of a hundred thousand bytes', () => Buffer.alloc(90_000, 0x41)],
  ])('%s is refused in little time', async (_name, attestation) => {
    const started = performance.now()
    expect(await expectRefused('register', { attestation })).toBe('malformed')
    // Creating a million items, or allocating four gigabytes, takes longer, also on a busy machine.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
