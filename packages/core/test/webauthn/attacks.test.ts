import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '../support/site.ts'
import { encode, Passkey, signWith } from './authenticator.ts'
import type { Twist } from './authenticator.ts'
import { answer, ask, makeWorld, member, reason, register, signIn } from './world.ts'
import type { World } from './world.ts'

const REFUSED = `${ORIGIN}/auth/error?error=WebAuthnVerificationError`

const sizes = ({ adapter }: World) => {
  const { users, accounts, authenticators, sessions } = adapter.state()
  return [users.size, accounts.size, authenticators.size, sessions.size]
}

/** A registration that must leave nothing, and a sign-in that must change nothing. */
const expectRefused = async (ceremony: 'register' | 'authenticate', twist: Twist, passkey = new Passkey()) => {
  const world = makeWorld()
  const visitor = world.browser()
  if (ceremony === 'register') {
    expect(location(await register(visitor, passkey, 'ada@example.org', twist))).toBe(REFUSED)
    expect(sizes(world)).toEqual([0, 0, 0, 0])
  } else {
    await member(world, passkey)
    const before = world.adapter.state()
    expect(location(await signIn(visitor, passkey, twist))).toBe(REFUSED)
    expect(world.adapter.state().authenticators).toEqual(before.authenticators)
    expect(sizes(world)).toEqual([1, 1, 1, 1])
  }
  expect(await visitor.session()).toBeNull()
  return reason(world)
}

const both = (rows: readonly (readonly [name: string, twist: Twist])[]) =>
  (['register', 'authenticate'] as const).flatMap((ceremony) =>
    rows.map(([name, twist]) => [ceremony, name, twist] as const),
  )

const flip = (bytes: Buffer, at = bytes.length - 1): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('the client data', () => {
  test.each(
    both([
      ['names the other ceremony', { client: { type: 'webauthn.other' } }],
      ['has its type in capitals', { type: 'WebAuthn.get' }],
      ['has no type', { client: { type: undefined } }],
      ['has no challenge', { client: { challenge: undefined } }],
      ['has no origin', { client: { origin: undefined } }],
      ['has a challenge that is no text', { client: { challenge: 1 } }],
      ['is no object', { clientText: () => '[]' }],
      ['is no JSON', { clientText: (text) => text.slice(1) }],
      ['is not UTF-8', { clientText: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]) }],
      ['is longer than any browser writes', { client: { more: 'x'.repeat(20_000) } }],
      ['comes from http', { origin: 'http://app.example.com' }],
      ['comes from another port', { origin: 'https://app.example.com:8443' }],
      ['comes from a subdomain', { origin: 'https://a.app.example.com' }],
      ['comes from the parent domain', { origin: 'https://example.com' }],
      ['has a slash after the origin', { origin: 'https://app.example.com/' }],
      ['has the origin in capitals', { origin: 'https://APP.example.com' }],
      ['comes from nowhere', { origin: 'null' }],
      ['comes from a look-alike', { origin: 'https://app.example.com.evil.example' }],
      ['comes from an Android application', { origin: 'android:apk-key-hash:AAAA' }],
      ['comes from an iOS application', { origin: 'ios:bundle-id:com.example' }],
      ['comes from a frame', { client: { crossOrigin: true } }],
      ['comes from a frame that names its page', { client: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
      ['names a page above without a frame', { client: { topOrigin: 'https://evil.example' } }],
      ['says of frames what is neither yes nor no', { client: { crossOrigin: 'false' } }],
    ]),
  )('of %s that %s is refused', async (ceremony, _name, twist) => {
    await expectRefused(ceremony, twist)
  })

  test('of a megabyte is not read at all', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const response = await signIn(visitor, passkey, { client: { more: 'x'.repeat(1_048_576) } })
    expect(response.status).toBe(413)
    expect(await visitor.session()).toBeNull()
  })

  test('of a registration is refused at a sign-in, and the other way round', async () => {
    await expectRefused('register', { type: 'webauthn.get' })
    await expectRefused('authenticate', { type: 'webauthn.create' })
  })

  test('counts by its last word where it says something twice, as JSON does, and a mark of byte order changes nothing', async () => {
    const evil = 'https://evil.example'
    const twice = (text: string) => text.replace('"origin"', `"origin":"${evil}","origin"`)
    const overruled = (text: string) => text.replace('}', `,"origin":"${evil}"}`)
    await expectRefused('authenticate', { clientText: overruled })
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    expect(location(await signIn(world.browser(), passkey, { clientText: twice }))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(world.browser(), passkey, { clientText: (text) => `\ufeff${text}` }))).toBe(
      `${ORIGIN}/`,
    )
  })

  test('may carry members that nobody knows, which change nothing', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    const clientText = (text: string) => text.replace('{', '{"__proto__":{"admin":true},"other":[1],')
    expect(location(await register(world.browser(), passkey, 'ada@example.org', { clientText }))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(world.browser(), passkey, { clientText }))).toBe(`${ORIGIN}/`)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})

describe('the authenticator data', () => {
  test.each(
    both([
      ['is hashed for another domain', { rpIdHash: randomBytes(32) }],
      ['is hashed for no domain', { rpIdHash: Buffer.alloc(32) }],
      ['says that nobody was there', { up: false }],
      ['says that nobody was verified', { uv: false }],
      ['is backed up but cannot be', { be: false, bs: true }],
      ['is cut short', { authData: (bytes) => bytes.subarray(0, 36) }],
      ['is longer than it says', { authData: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) }],
      [
        'promises extensions that are not there',
        {
          authData: (bytes) =>
            Buffer.concat([bytes.subarray(0, 32), Buffer.from([(bytes[32] ?? 0) | 0x80]), bytes.subarray(33)]),
        },
      ],
      [
        'has extensions that are no map',
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
  )('of %s that %s is refused', async (ceremony, _name, twist) => {
    await expectRefused(ceremony, twist)
  })

  test('of the parent domain is refused unless that is the relying party', async () => {
    const rpIdHash = (await import('node:crypto')).createHash('sha256').update('example.com').digest()
    expect(await expectRefused('authenticate', { rpIdHash })).toBe('verification')
    const world = makeWorld({ passkey: { relayingParty: { id: 'example.com', name: 'Example' } } })
    const passkey = new Passkey()
    await member(world, passkey)
    const { options } = await ask(world.browser(), { action: 'register', email: 'bob@example.org' })
    expect(options.rp).toEqual({ id: 'example.com', name: 'Example' })
    expect(location(await signIn(world.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('that changes its mind about backups is refused', async () => {
    expect(await expectRefused('authenticate', { be: true, bs: false })).toBe('backup-eligibility')
    expect(await expectRefused('authenticate', { be: false, bs: false }, new Passkey({ be: true }))).toBe(
      'backup-eligibility',
    )
  })

  test('that promises a credential without bringing one is refused', async () => {
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
    ['whose id is not its raw id', { rawId: randomBytes(32).toString('base64url') }],
    ['whose id is padded', { id: `${randomBytes(32).toString('base64url')}=` }],
    ['with an unknown id', { credentialId: randomBytes(32) }],
    ['with an empty id', { id: '' }],
    ['with an endless id', { credentialId: Buffer.alloc(1024, 1) }],
    ['of another type', { credentialType: 'password' }],
    ['that does not say whose it is', { userHandle: null }],
    ['that says it is nobody’s', { userHandle: '' }],
    ['that says it is somebody else’s', { userHandle: randomBytes(32).toString('base64url') }],
    ['with an endless user handle', { userHandle: Buffer.alloc(65, 1).toString('base64url') }],
  ] satisfies readonly (readonly [string, Twist])[])(
    '%s is refused before anything is written',
    async (_name, twist) => {
      await expectRefused('authenticate', twist)
    },
  )

  test.each(['clientDataJSON', 'authenticatorData'])(
    'whose %s was changed after it was signed is refused',
    async (part) => {
      const world = makeWorld()
      const passkey = new Passkey()
      await member(world, passkey)
      const visitor = world.browser()
      const { options } = await ask(visitor, { action: 'authenticate' })
      const signed = JSON.parse(passkey.assert(options)) as { response: Record<string, string> }
      const bytes = Buffer.from(signed.response[part] ?? '', 'base64url')
      // A blank behind the text, or another counter: nothing that a reader would mind.
      const changed = part === 'clientDataJSON' ? Buffer.concat([bytes, Buffer.from(' ')]) : flip(bytes)
      signed.response[part] = changed.toString('base64url')
      expect(location(await answer(visitor, 'authenticate', JSON.stringify(signed)))).toBe(REFUSED)
      expect(reason(world)).toBe('signature')
    },
  )

  test('with extensions that nobody asked for is accepted, and they change nothing', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const authData = (bytes: Buffer) => {
      const copy = Buffer.concat([bytes, encode(new Map([['appid', true]]))])
      copy[32] = (copy[32] ?? 0) | 0x80
      return copy
    }
    expect(location(await signIn(world.browser(), passkey, { authData }))).toBe(`${ORIGIN}/`)
  })

  test('with the id of somebody else’s passkey is refused', async () => {
    const world = makeWorld()
    const [ada, bob] = [new Passkey(), new Passkey()]
    await member(world, ada)
    await member(world, bob, 'bob@example.org')
    const visitor = world.browser()
    expect(location(await signIn(visitor, bob, { credentialId: ada.id, userHandle: ada.userHandle ?? null }))).toBe(
      REFUSED,
    )
    expect(reason(world)).toBe('signature')
    expect(await visitor.session()).toBeNull()
  })

  test('by a passkey that was not in the list is refused', async () => {
    const world = makeWorld({ passkey: { allowDangerousCredentialListing: true } })
    const [ada, bob] = [new Passkey(), new Passkey()]
    await member(world, ada)
    await member(world, bob, 'bob@example.org')
    const visitor = world.browser()
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const { options } = await ask(visitor, { action: 'authenticate', email })
      expect(location(await answer(visitor, 'authenticate', bob.assert(options)))).toBe(REFUSED)
      expect(reason(world)).toBe('not-listed')
    }
    const { options } = await ask(visitor, { action: 'authenticate', email: 'ada@example.org' })
    expect(location(await answer(visitor, 'authenticate', ada.assert(options, { userHandle: null })))).toBe(
      `${ORIGIN}/`,
    )
  })

  test('is refused when the stored key is another one, or of an algorithm that was never offered', async () => {
    const world = makeWorld()
    const [ada, bob] = [new Passkey(), new Passkey()]
    await member(world, ada)
    await member(world, bob, 'bob@example.org')
    const credentialID = ada.id.toString('base64')
    const key = world.adapter.state().authenticators.get(bob.id.toString('base64'))?.credentialPublicKey ?? ''
    await world.adapter.updateAuthenticator({ credentialID, credentialPublicKey: key })
    expect(location(await signIn(world.browser(), ada))).toBe(REFUSED)
    expect(reason(world)).toBe('signature')
    for (const [member_, value] of [
      [3, -35],
      [3, -65535],
      [1, 3],
      [-1, 2],
    ] as const) {
      const changed = encode(new Map([...ada.publicKey, [member_, value]])).toString('base64')
      await world.adapter.updateAuthenticator({ credentialID, credentialPublicKey: changed })
      expect(location(await signIn(world.browser(), ada))).toBe(REFUSED)
      expect(reason(world)).toBe('public-key')
    }
  })
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
  test.each([
    ['with an id of 1024 bytes', { credentialId: Buffer.alloc(1024, 1) }],
    ['with no id', { credentialId: Buffer.alloc(0) }],
    ['whose answer names another id than its key', { id: randomBytes(32).toString('base64url') }],
    ['of an algorithm that was not offered', { publicKey: new Map([...ec, [3, -35]]) }],
    ['of an algorithm that nobody knows', { publicKey: new Map([...ec, [3, -99_999]]) }],
    ['without an algorithm', { publicKey: new Map([...ec].filter(([name]) => name !== 3)) }],
    ['of another key type', { publicKey: new Map([...ec, [1, 1]]) }],
    ['on another curve', { publicKey: new Map([...ec, [-1, 3]]) }],
    ['of a point that is not on its curve', { publicKey: new Map([...ec, [-2, new Uint8Array(32).fill(1)]]) }],
    ['of a coordinate that is too short', { publicKey: new Map([...ec, [-2, new Uint8Array(31).fill(1)]]) }],
    ['of RSA with 1024 bits', { publicKey: rsa(1024) }],
    ['of RSA with an exponent of 1', { publicKey: rsa(2048, Buffer.from([1])) }],
    ['of RSA with an exponent of 3', { publicKey: rsa(2048, Buffer.from([3])) }],
    ['of RSA with an even exponent', { publicKey: rsa(2048, Buffer.from([1, 0, 0])) }],
    ['whose key is no map', { publicKey: 'key' }],
    ['with an attestation of a format that nobody knows', { fmt: 'fancy' }],
    ['with the format in capitals', { fmt: 'None' }],
    ['of no attestation with a statement all the same', { statement: () => new Map([['sig', new Uint8Array(8)]]) }],
    ['of a format that is not accepted', { fmt: 'fido-u2f' }],
    ['of a format that lost its trust', { fmt: 'android-safetynet' }],
    [
      'attested by itself with another algorithm',
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
      'attested by itself with a bad signature',
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
      'attested by a certificate that no anchor is known for',
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
  ] satisfies readonly (readonly [string, Twist])[])('%s is refused', async (_name, twist) => {
    await expectRefused('register', twist)
  })

  test('with an id of 1023 bytes is accepted', async () => {
    const world = makeWorld()
    const passkey = new Passkey({ id: Buffer.alloc(1023, 7) })
    expect(location(await register(world.browser(), passkey, 'ada@example.org'))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(world.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('attested by its own key is accepted', async () => {
    const statement: Twist['statement'] = (signed, key) =>
      new Map<string, number | Uint8Array>([
        ['alg', -7],
        ['sig', new Uint8Array(signWith(key, signed))],
      ])
    const world = makeWorld()
    const response = await register(world.browser(), new Passkey(), 'ada@example.org', { fmt: 'packed', statement })
    expect(location(response)).toBe(`${ORIGIN}/`)
  })

  test('of an id that is known is refused, whoever has it', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    const ada = await member(world, passkey)
    const thief = world.browser()
    const copy = new Passkey({ id: passkey.id })
    await register(thief, copy, 'eve@example.org')
    expect(reason(world)).toBe('known')
    expect(await thief.session()).toBeNull()
    await register(ada, copy)
    expect(reason(world)).toBe('known')
    expect(sizes(world)).toEqual([1, 1, 1, 1])
    expect(location(await signIn(world.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('of one id twice at the same time leaves one row, and lets nobody into the other’s account', async () => {
    const memory = memoryAdapter()
    let asked = 0
    let goOn = (): void => undefined
    const allHaveAsked = new Promise<void>((resolve) => (goOn = resolve))
    const getAuthenticator = async (id: string) => {
      const row = await memory.getAuthenticator(id)
      if ((asked += 1) === 4) goOn()
      // Nobody writes before all have seen that there is no such passkey yet.
      await allHaveAsked
      return row
    }
    const world = makeWorld({ adapter: { ...memory, getAuthenticator } })
    const id = randomBytes(32)
    const visitors = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      visitor: world.browser(),
      passkey: new Passkey({ id }),
    }))
    const ready = await Promise.all(
      visitors.map(async ({ name, visitor, passkey }) => {
        const { options } = await ask(visitor, { action: 'register', email: `${name}@example.org` })
        return { name, visitor, data: passkey.register(options) }
      }),
    )
    await Promise.all(ready.map(({ visitor, data }) => answer(visitor, 'register', data)))
    const signedIn = await Promise.all(
      ready.map(async ({ name, visitor }) => [name, (await visitor.session())?.user?.email]),
    )
    expect(signedIn.filter(([, email]) => email !== undefined)).toHaveLength(1)
    const strangers = signedIn.filter(([name, email]) => email !== undefined && email !== `${name}@example.org`)
    expect(strangers).toEqual([])
    expect(sizes(world)).toEqual([1, 1, 1, 1])
  })
})

describe('CBOR that no authenticator writes', () => {
  const deep = Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0x00])])
  /** The statement of a good attestation, replaced. */
  const around =
    (inner: Buffer) =>
    (bytes: Buffer): Buffer => {
      const at = bytes.indexOf('attStmt') + 'attStmt'.length
      expect(bytes[at]).toBe(0xa0)
      return Buffer.concat([bytes.subarray(0, at), inner, bytes.subarray(at + 1)])
    }

  test.each([
    ['nested ten thousand deep', around(deep)],
    ['with a map of indefinite length', around(Buffer.from([0xbf, 0xff]))],
    ['with a text of indefinite length', around(Buffer.from([0x7f, 0x61, 0x61, 0xff]))],
    ['with a declared length of four gigabytes', around(Buffer.from('5affffffff', 'hex'))],
    ['with an array that claims a million items', around(Buffer.from('9a000f4240', 'hex'))],
    ['with a tag', around(Buffer.from('c101', 'hex'))],
    ['with a number that is none', around(Buffer.from('f97e00', 'hex'))],
    ['with a key twice', around(Buffer.from('a2616101616102', 'hex'))],
    ['with an integer written too long', around(Buffer.from('1800', 'hex'))],
    ['of another kind altogether', () => Buffer.from([0x01])],
    ['with bytes behind its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
    ['that ends early', (bytes: Buffer) => bytes.subarray(0, -3)],
    ['that is empty', () => Buffer.alloc(0)],
    ['of a hundred thousand bytes', () => Buffer.alloc(90_000, 0x41)],
  ])('%s is refused at once', async (_name, attestation) => {
    const started = performance.now()
    expect(await expectRefused('register', { attestation })).toBe('malformed')
    // A million items made, or four gigabytes set aside, take longer, also on a busy machine.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
