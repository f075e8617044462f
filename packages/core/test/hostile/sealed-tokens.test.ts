import { CompactEncrypt, EncryptJWT, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createKeyring } from '../../src/crypto/keyring.ts'
import { counting, engines } from '../support/engines.ts'
import { deriveAlone, kidOf, sealWithJose } from '../support/jwe.ts'

const SECRET = 'the-secret-of-a-house-whose-tokens-are-attacked'
const SESSION = 'authwright.session-token'
const utf8 = new TextEncoder()

const encode = (header: unknown): string => Buffer.from(JSON.stringify(header)).toString('base64url')

/** The token with another header. It must not open, because the header is authenticated. */
const withHeader = (token: string, header: unknown): string => [encode(header), ...token.split('.').slice(1)].join('.')

/** All tokens that differ from this one in one bit of one character. */
const flips = (token: string): string[] =>
  token
    .split('')
    .flatMap((character, at) =>
      [0, 1, 2, 3, 4, 5, 6].map(
        (bit) => token.slice(0, at) + String.fromCharCode(character.charCodeAt(0) ^ (1 << bit)) + token.slice(at + 1),
      ),
    )

const changes = (token: string): string[] => [
  ...flips(token),
  ...Array.from(token, (_, length) => token.slice(0, length)),
  ...Array.from(token, (_, from) => token.slice(from + 1)),
  ...['.', '..', '=', '==', 'A', '.AAAA', ' ', '\n', '\0', '%00'].flatMap((more) => [token + more, more + token]),
  // The same bytes, encoded as base64 allows and base64url does not.
  ...token.split('').flatMap((c, at) => {
    const other = ({ '-': '+', _: '/' } as Record<string, string>)[c]
    return other === undefined ? [] : [token.slice(0, at) + other + token.slice(at + 1)]
  }),
  ...token.split('.').map((_, at, parts) => parts.map((part, i) => (i === at ? `${part}=` : part)).join('.')),
]

/** Two or four bits of the last base64url character can be unused. A lenient decoder ignores them. */
const respelled = (token: string): string[] => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.split('.').flatMap((part, at, parts) => {
    const value = alphabet.indexOf(part.at(-1) ?? '')
    const unused = [0, 0, 4, 2][part.length % 4] ?? 0
    return Array.from({ length: (1 << unused) - 1 }, (_, i) =>
      parts.map((p, j) => (j === at ? part.slice(0, -1) + (alphabet[value ^ (i + 1)] ?? '') : p)).join('.'),
    )
  })
}

describe.each(engines)('on the %s engine', (_name, engine) => {
  const keyring = createKeyring([SECRET], engine)

  const own = () => keyring.seal(SESSION, '{"sub":"ann"}')

  const refused = async (tokens: readonly string[]): Promise<string[]> => {
    const accepted: string[] = []
    for (const token of tokens) if ((await keyring.open(SESSION, token)) !== null) accepted.push(token)
    return accepted
  }

  test('a token is refused after each changed bit, cut and addition', async () => {
    const token = await own()
    expect(await keyring.open(SESSION, token)).not.toBeNull()
    expect(await refused(changes(token))).toStrictEqual([])
    const spellings = respelled(token)
    expect(spellings.length).toBeGreaterThan(2)
    expect(await refused(spellings)).toStrictEqual([])
  })

  test('a token made of parts of two tokens is refused', async () => {
    const [one, two] = [(await own()).split('.'), (await keyring.seal(SESSION, '{"sub":"bob"}')).split('.')]
    const mixed = Array.from({ length: 30 }, (_, i) =>
      one.map((part, at) => (((i + 1) >> at) & 1 ? (two[at] ?? '') : part)),
    )
    const whole = new Set([one.join('.'), two.join('.')])
    expect(await refused(mixed.map((parts) => parts.join('.')).filter((token) => !whole.has(token)))).toStrictEqual([])
  })

  test('a token that was made in another way is refused', async () => {
    const key = deriveAlone(SECRET, SESSION, 'A256GCM')
    const claims = { sub: 'ann', exp: 4_102_444_800 }
    const { publicKey } = await generateKeyPair('RSA-OAEP')
    const text = utf8.encode(JSON.stringify(claims))
    const jwe = (alg: string, enc: string, wrapping: Parameters<CompactEncrypt['encrypt']>[0]) =>
      new CompactEncrypt(text).setProtectedHeader({ alg, enc }).encrypt(wrapping)
    expect(
      await refused([
        new UnsecuredJWT(claims).encode(),
        await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(utf8.encode(SECRET)),
        await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key),
        await new EncryptJWT(claims)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(key.map((byte) => byte ^ 1)),
        await new EncryptJWT(claims)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(utf8.encode(SECRET.slice(0, 32))),
        await jwe('dir', 'A128GCM', key.subarray(0, 16)),
        await jwe('dir', 'A256GCM', new Uint8Array(32)),
        await jwe('A256KW', 'A256GCM', key),
        await jwe('A256GCMKW', 'A256GCM', key),
        await jwe('PBES2-HS256+A128KW', 'A256GCM', utf8.encode(SECRET)),
        await jwe('RSA-OAEP', 'A256GCM', publicKey),
        [encode({ alg: 'dir', enc: 'A256GCM' }), '', 'AAAAAAAAAAAAAAAA', encode(claims), 'AAAAAAAAAAAAAAAAAAAAAA'].join(
          '.',
        ),
        [encode({ alg: 'dir', enc: 'A256GCM' }), '', '', encode(claims), ''].join('.'),
        [encode({ alg: 'none' }), '', '', encode(claims), ''].join('.'),
      ]),
    ).toStrictEqual([])
  })

  test('a token with an encrypted key is refused', async () => {
    const [header, , ...content] = (await own()).split('.')
    expect(await refused([[header, 'AAAA', ...content].join('.'), [header, ...content].join('.')])).toStrictEqual([])
  })

  test('a header with other members or values is refused before a key is used', async () => {
    const counted = counting(engine)
    const ring = createKeyring([SECRET], counted.engine)
    const token = await ring.seal(SESSION, '{"sub":"ann"}')
    const base = { alg: 'dir', enc: 'A256GCM' }
    const headers: unknown[] = [
      ...[
        'zip',
        'jku',
        'x5u',
        'jwk',
        'x5c',
        'crit',
        'p2c',
        'p2s',
        'epk',
        'apu',
        'apv',
        'iv',
        'tag',
        'b64',
        'url',
        'exp',
        '__proto__',
        'constructor',
        'toString',
      ].flatMap((name) =>
        [base, { alg: 'dir', enc: 'A256CBC-HS512' }].map(
          (header) => JSON.parse(`${JSON.stringify(header).slice(0, -1)},"${name}":"DEF"}`) as unknown,
        ),
      ),
      { ...base, p2c: 2 ** 31 },
      { ...base, crit: ['exp'] },
      ...['DIR', 'Dir', 'dir ', '', 'none', 'A256KW', 'PBES2-HS512+A256KW', 'RSA1_5', null, 1, ['dir'], {}].map(
        (alg) => ({ ...base, alg }),
      ),
      ...['a256gcm', 'A128GCM', 'A128CBC-HS256', '', 'none', null, 0, ['A256GCM'], {}].map((enc) => ({ ...base, enc })),
      ...[null, 1, true, [], {}].flatMap((value) => ['kid', 'typ', 'cty'].map((name) => ({ ...base, [name]: value }))),
      { alg: 'dir' },
      { enc: 'A256GCM' },
      {},
      [],
      [base],
      'dir',
      null,
      1,
      { ...base, kid: 'x'.repeat(4096) },
    ]
    const before = { ...counted.counts }
    for (const header of headers) expect(await ring.open(SESSION, withHeader(token, header))).toBeNull()
    const raw = [
      '',
      '.',
      '..',
      '{}',
      '!!!!',
      'eyJ',
      Buffer.from([0xff, 0xfe]).toString('base64url'),
      Buffer.from('{"alg":"dir",').toString('base64url'),
    ]
    for (const segment of raw)
      expect(await ring.open(SESSION, [segment, ...token.split('.').slice(1)].join('.'))).toBeNull()
    expect(counted.counts).toStrictEqual(before)
  })

  test('a key is identified by its thumbprint only, and an unknown key id is not tried', async () => {
    const counted = counting(engine)
    const ring = createKeyring([SECRET], counted.engine)
    const kids = [
      '',
      'x',
      '../../etc/passwd',
      "' OR 1=1 --",
      '\u0000',
      'A'.repeat(43),
      await kidOf(deriveAlone(`${SECRET}2`, SESSION, 'A256GCM')),
    ]
    await ring.seal(SESSION, '')
    const opened = counted.counts.open
    for (const kid of kids)
      expect(await ring.open(SESSION, await sealWithJose(SECRET, SESSION, { header: { kid } }))).toBeNull()
    expect(counted.counts.open).toBe(opened)
  })

  test('any other text is refused within milliseconds', async () => {
    const token = await own()
    const [header = ''] = token.split('.')
    const odd = [
      '',
      '.',
      '....',
      header,
      `${header}..`,
      `${header}...`,
      `${header}....`,
      `${header}..AAAAAAAAAAAAAAAA..`,
      'null',
      '[object Object]',
      '\ud800',
      '🦉'.repeat(1000),
      'A'.repeat(1_000_000),
      '.'.repeat(1_000_000),
      `${header}..${'A'.repeat(60_000)}.${'A'.repeat(60_000)}.AAAA`,
      `${header}..AAAAAAAAAAAAAAAA.${'A'.repeat(65_000)}.AAAAAAAAAAAAAAAAAAAAAA`,
      `${'A'.repeat(30_000)}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
      token.toUpperCase(),
      encodeURIComponent(`${token}=`),
    ]
    const times: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const begun = performance.now()
      expect(await refused(odd)).toStrictEqual([])
      times.push(performance.now() - begun)
    }
    expect(Math.min(...times)).toBeLessThan(odd.length * 5)
  })

  test('a token longer than 64 KiB is not opened, although it is authentic', async () => {
    expect(await keyring.open(SESSION, await keyring.seal(SESSION, 'x'.repeat(40_000)))).toHaveLength(40_000)
    expect(await keyring.open(SESSION, await keyring.seal(SESSION, 'x'.repeat(60_000)))).toBeNull()
  })
})
