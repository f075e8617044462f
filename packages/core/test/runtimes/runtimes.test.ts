import { build } from 'esbuild'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestContext } from 'vitest'
import { entries, machines, plainWorkerd, run } from './machines.ts'
import type { Machine } from './machines.ts'

/** They have to be there where this repository's lockfile brings them and somebody relies on the answer. */
const required = process.env['CI'] === 'true' && process.platform === 'linux' && process.arch === 'x64'

const member = (alg: number) => ({ signedUp: `${alg}@example.org`, signedIn: `${alg}@example.org`, thief: null })
const sealed = { opened: 'ann@example.org', altered: null }

const outcome = {
  origin: 'https://app.example.com',
  // Each of them has Node's cryptography, which is faster; `engines` below has the other.
  engine: 'node',
  password: { forged: null, wrong: null, right: 'ann@example.org', after: null },
  link: { to: 'bob@example.org', opened: 'https://app.example.com', session: 'bob@example.org' },
  passkeys: { EdDSA: member(-8), ES256: member(-7), RS256: member(-257) },
  engines: { ownThenWeb: sealed, webThenOwn: sealed, webAlone: sealed },
  // The forged token, the wrong password and the thief's three signatures.
  errors: ['MissingCSRF', 'CredentialsSignin', ...Array<string>(3).fill('WebAuthnVerificationError')],
}

let folder = ''

/** Sources and dependencies in one file, as a deployment would have it; Node's own modules stay outside. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-runtimes-'))
  await build({
    entryPoints: ['scenario.ts', 'cookies.ts'].map((name) => join(import.meta.dirname, name)),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['gatehouse-source'],
    external: ['node:*', 'nodemailer'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
  })
  for (const [name, text] of Object.entries(entries)) await writeFile(join(folder, name), text)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const check = async ({ name, command, args }: Machine, expected: object, context: TestContext): Promise<void> => {
  if (command === undefined && !required)
    return context.skip(`no ${name}: it is installed from packages for Linux on x64 with glibc only`)
  if (command === undefined) throw new Error(`${name} is not installed`)
  const { code, output, complaints } = await run(command, args, folder)
  const line = output.split('\n').find((text) => text.startsWith('{')) ?? 'null'
  const got = { code, complaints, outcome: JSON.parse(line) as unknown }
  expect(got).toEqual({ code: 0, complaints: '', outcome: expected })
}

test.for(machines)('passwords, links, passkeys and sealed cookies work on $name', (machine, context) =>
  check(machine, outcome, context),
)

test('passwords and sealed cookies need nothing of Node: they work on workerd without its flag', (context) =>
  check(plainWorkerd, { engine: 'web', engines: outcome.engines }, context))
