import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign, verify, type JsonWebKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  importJWK,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import { expect, test, describe } from 'vitest'
import { authwright, readFolder, writeFolder } from './support/command-line.ts'

const secret = (folder: string, ...args: readonly string[]) => authwright(['secret', '--cwd', folder, ...args])

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

test('prints a new secret of 33 bytes each time', async () => {
  const [first, second] = await Promise.all([authwright(['secret', '--raw']), authwright(['secret', '--raw'])])
  expect(first.output).toMatch(/^[\w+/]{44}$/)
  expect(first.output).not.toBe(second.output)
  expect((await authwright(['secret'])).output).toMatch(/^AUTH_SECRET="[\w+/]{44}"$/)
  expect((await authwright(['secret', '--name', 'AUTH_ACCOUNT_TOKENS_SECRET'])).output).toMatch(/^AUTH_ACCOUNT_TOKENS/)
  expect(JSON.parse((await authwright(['secret', '--json'])).output)).toMatchObject({ ok: true, name: 'AUTH_SECRET' })
})

describe('--write', () => {
  test.each([
    ['', /^AUTH_SECRET="[^"]{44}"\n$/],
    ['A=1', /^A=1\nAUTH_SECRET="[^"]{44}"\n$/],
    ['A=1\r\n# note\r\n', /^A=1\r\n# note\r\nAUTH_SECRET="[^"]{44}"\r\n$/],
    ['A=1\nexport AUTH_SECRET= # fill in\nB=2', /^A=1\nexport AUTH_SECRET= ?"[^"]{44}" ?# fill in\nB=2$/],
    ["AUTH_SECRET=''\nAUTH_SECRET_1=x", /^AUTH_SECRET="[^"]{44}"\nAUTH_SECRET_1=x$/],
    ['# AUTH_SECRET=old\nMY_AUTH_SECRET=1\n', /^# AUTH_SECRET=old\nMY_AUTH_SECRET=1\nAUTH_SECRET="[^"]{44}"\n$/],
  ])('adds the secret to the file %j', async (before, after) => {
    const folder = writeFolder({ '.env': before })
    expect(await secret(folder, '--write')).toMatchObject({ code: 0, output: '' })
    expect(readFolder(folder)['.env']).toMatch(after)
  })

  test('leaves every other byte, also those that are not UTF-8', async () => {
    const folder = writeFolder({})
    const before = Buffer.from([0x41, 0x3d, 0xff, 0xfe, 0xc3, 0x0d, 0x0a, 0x00, 0x0a])
    writeFileSync(join(folder, 'local.env'), before)
    await secret(folder, '--write', 'local.env')
    expect(readFileSync(join(folder, 'local.env')).subarray(0, before.length)).toEqual(before)
  })

  test('does not replace a secret, and does not print it', async () => {
    const folder = writeFolder({ '.env': 'AUTH_SECRET=canary\n' })
    const result = await secret(folder, '--write')
    expect(result).toMatchObject({ code: 1, messages: expect.stringContaining('--rotate') })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(readFolder(folder)).toEqual({ '.env': 'AUTH_SECRET=canary\n' })
  })

  test('refuses a file that git tracks, and warns about one that git does not ignore', async () => {
    const folder = writeFolder({ '.env': 'A=1\n' })
    git(folder, 'init', '--quiet')
    git(folder, 'add', '.env')
    expect(await secret(folder, '--write')).toMatchObject({ code: 1, messages: expect.stringContaining('git tracks') })
    expect(readFolder(folder)['.env']).toBe('A=1\n')
    expect((await secret(folder, '--write', 'b.env')).messages).toContain('does not ignore b.env')
    writeFileSync(join(folder, '.gitignore'), '*.env\n')
    expect((await secret(folder, '--write', 'c.env')).messages).not.toContain('ignore')
  })

  test('ends with 4 if the file cannot be written', async () => {
    expect(await secret(writeFolder({}), '--write', 'missing/.env')).toMatchObject({ code: 4 })
  })
})

describe('--rotate', () => {
  test('prints the three deployments without the present secret', async () => {
    const { output } = await authwright(['secret', '--rotate'])
    expect(output.match(/^# \d\./gm)).toEqual(['# 1.', '# 2.', '# 3.'])
  })

  test('makes one step at a time: all open both secrets, then the new one seals, then the old one goes', async () => {
    const folder = writeFolder({ '.env': 'A=1\nAUTH_SECRET=old\n' })
    const step = async () => {
      const { code } = await secret(folder, '--rotate', '--write')
      expect(code).toBe(0)
      return parseEnv(readFolder(folder)['.env'] ?? '')
    }
    const first = await step()
    expect(first).toEqual({ A: '1', AUTH_SECRET_1: 'old', AUTH_SECRET: expect.stringMatching(/^.{44}$/) })
    const { AUTH_SECRET: next } = first
    expect(await step()).toEqual({ A: '1', AUTH_SECRET_1: 'old', AUTH_SECRET_2: next })
    expect(await step()).toEqual({ A: '1', AUTH_SECRET: next })
  })

  test('does not change a file without a secret, or with other numbers', async () => {
    for (const text of ['A=1\n', 'AUTH_SECRET_3=a\nAUTH_SECRET=b\n']) {
      const folder = writeFolder({ '.env': text })
      expect(await secret(folder, '--rotate', '--write')).toMatchObject({ code: 1 })
      expect(readFolder(folder)).toEqual({ '.env': text })
    }
  })
})

test.each([
  [['file'], '--write'],
  [['--write', 'a', 'b'], '--write'],
  [['--name', 'A B'], '--name'],
])('%j is wrong usage', async (args, message) => {
  expect(await authwright(['secret', ...args])).toMatchObject({ code: 2, messages: expect.stringContaining(message) })
})

describe('--signing', () => {
  const algorithms = [
    ['es256', 'ES256', 'sha256'],
    ['ed25519', 'Ed25519', null],
    ['rs256', 'RS256', 'sha256'],
  ] as const

  test.each(algorithms)('prints a private JWK for %s, and its public key for the provider', async (name, alg, hash) => {
    const { code, output, messages } = await authwright(['secret', '--signing', name, '--raw'])
    expect(code).toBe(0)
    const jwk = JSON.parse(output) as JsonWebKey & { readonly kid: string }
    const [, registered = ''] = messages.split('\n')
    const { keys } = JSON.parse(registered) as { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] }
    expect(keys).toHaveLength(1)
    const [publicJwk] = keys
    if (publicJwk === undefined) throw new Error('no public key')
    // RFC 7638: the provider finds the key by it.
    const kid = await calculateJwkThumbprint(publicJwk as JWK)
    expect([jwk, publicJwk]).toMatchObject([
      { alg, use: 'sig', kid, d: expect.any(String) },
      { alg, use: 'sig', kid },
    ])
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(publicJwk).not.toHaveProperty(member)
    const data = Buffer.from('header.payload')
    const key = (given: JsonWebKey) => ({ key: given, format: 'jwk' }) as const
    const signature = sign(hash, data, createPrivateKey(key(jwk)))
    expect(verify(hash, data, createPublicKey(key(publicJwk)), signature)).toBe(true)
  })

  test('signs an assertion that the provider verifies with the key of its kid', async () => {
    const { output } = await authwright(['secret', '--signing', 'ed25519', '--json'])
    const { value, jwks } = JSON.parse(output) as { readonly value: string; readonly jwks: JSONWebKeySet }
    const key = await importJWK(JSON.parse(value) as JWK)
    const { kid = '' } = JSON.parse(value) as JWK
    const assertion = await new SignJWT({}).setProtectedHeader({ alg: 'Ed25519', kid }).setIssuer('app').sign(key)
    expect((await jwtVerify(assertion, createLocalJWKSet(jwks))).payload).toEqual({ iss: 'app' })
  })

  test('writes a line that readers of .env files read, and prints the public key only', async () => {
    const folder = writeFolder({ '.env': 'A=1\nOP_PRIVATE_KEY=\n' })
    const { code, output } = await secret(folder, '--signing', 'es256', '--name', 'OP_PRIVATE_KEY', '--write')
    expect(code).toBe(0)
    const { OP_PRIVATE_KEY: value = '', ...others } = parseEnv(readFolder(folder)['.env'] ?? '')
    expect(others).toEqual({ A: '1' })
    const { d, ...publicJwk } = JSON.parse(value) as JsonWebKey
    expect(d).toMatch(/^[\w-]{43}$/)
    expect(JSON.parse(output)).toEqual({ keys: [publicJwk] })
    const again = await secret(folder, '--signing', 'es256', '--name', 'OP_PRIVATE_KEY', '--write')
    expect(again).toMatchObject({ code: 1, output: '', messages: expect.stringContaining('another --name') })
  })

  test('prints a line of a .env file, and has a name of its own', async () => {
    const { output } = await authwright(['secret', '--signing', 'es256'])
    expect(JSON.parse(parseEnv(output)['AUTH_PRIVATE_KEY'] ?? '')).toMatchObject({ kty: 'EC', crv: 'P-256' })
  })

  test.each([
    [['--signing', 'hs256'], 'es256, ed25519, rs256'],
    [['--signing', 'es256', '--rotate'], '--rotate'],
    [['--signing', 'es256', '.env'], '--write'],
  ])('%j is wrong usage', async (args, message) => {
    expect(await authwright(['secret', ...args])).toMatchObject({
      code: 2,
      output: '',
      messages: expect.stringContaining(message),
    })
  })
})
