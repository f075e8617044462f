import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../src/main.ts')
const conditions = '--conditions=authwright-source'

/** Runs `authwright` in its own process. */
const authwright = (...args: readonly string[]) => run(process.execPath, [conditions, main, ...args])

const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  return folder
}

const EXPIRED = 120

/** A database with expired sessions, and a valid one. */
const fill = async (path: string) => {
  const adapter = sqliteAdapter({ path })
  const { id: userId } = await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
  const expires = new Date('2020-01-01')
  for (let i = 0; i < EXPIRED; i += 1) await adapter.createSession({ sessionToken: `expired ${i}`, userId, expires })
  await adapter.createSession({ sessionToken: 'valid', userId, expires: new Date('2090-01-01') })
  return adapter
}

describe('authwright migrate', () => {
  test('prints the missing migrations, applies them, and prints the result', async () => {
    const path = join(scratchFolder(), 'app.db')
    writeFileSync(path, '')
    const missing = { code: 1, stdout: expect.stringContaining('missing: ') }
    await expect(authwright('migrate', path, '--status')).rejects.toMatchObject(missing)
    expect((await authwright('migrate', path)).stdout).toMatch(/^applied: initial schema$/m)
    expect((await authwright('migrate', path, '--status')).stdout.trim()).toBe('up to date')
    expect(JSON.parse((await authwright('migrate', path, '--json')).stdout)).toMatchObject({ ok: true, applied: [] })
    const adapter = sqliteAdapter({ path, migrate: false })
    expect(await adapter.getUser('1')).toBeNull()
    await adapter.close()
  })

  test('takes the adapter of the config without an address', async () => {
    const folder = scratchFolder()
    const code = `import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
      const path: string = process.env['DATABASE'] ?? ''
      export const config = { providers: [], adapter: sqliteAdapter({ path, migrate: false }) }`
    writeFileSync(join(folder, 'auth.ts'), code)
    writeFileSync(join(folder, '.env'), `DATABASE=${join(folder, 'own.db')}\n`)
    expect((await authwright('migrate', '--cwd', folder)).stdout).toContain('schema version')
    expect((await authwright('migrate', join(folder, 'own.db'), '--status')).stdout.trim()).toBe('up to date')
  })

  test('names the fault if there is no adapter, no config or no server', async () => {
    const folder = scratchFolder()
    const fails = (...args: readonly string[]) =>
      authwright('migrate', '--cwd', folder, ...args).catch((error) => error)
    expect(await fails()).toMatchObject({ code: 3, stderr: expect.stringContaining('--config') })
    writeFileSync(join(folder, 'auth.ts'), 'export const config = { providers: [] }')
    expect(await fails()).toMatchObject({ code: 2, stderr: expect.stringContaining('Give the address') })
    writeFileSync(join(folder, 'auth.ts'), 'throw new Error("broken config")')
    expect(await fails()).toMatchObject({ code: 3, stderr: expect.stringContaining('broken config') })
    expect(await fails('postgres://a@127.0.0.1:1/a')).toMatchObject({ code: 4 })
    const noFolder = `authwright: the database: unable to open database file: ${join(realpathSync(folder), 'data/app.db')}\n`
    expect(await fails('data/app.db')).toMatchObject({ code: 4, stderr: expect.stringContaining(noFolder) })
    expect(await fails('app.db', '--existing', 'toString')).toMatchObject({ code: 2 })
    expect(await fails('--existing', 'pg')).toMatchObject({ code: 2 })
  })
})

test.each([[['migrate', '--status']], [['cleanup']]])('%j creates no database', async (command) => {
  const path = join(scratchFolder(), 'nothere.db')
  await expect(authwright(...command, path)).rejects.toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining(`authwright: the database: the file ${path} does not exist.`),
  })
  expect(existsSync(path)).toBe(false)
})

test.each(['migrate', 'cleanup'])('%s says in a line that this Node has no SQLite, as Node 20', async (command) => {
  const folder = scratchFolder()
  const config = `import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
    export const config = { providers: [], adapter: sqliteAdapter({ path: 'app.db' }) }`
  writeFileSync(join(folder, 'auth.ts'), config)
  writeFileSync(join(folder, 'app.db'), '')
  for (const address of [[], ['app.db']])
    await expect(
      run(process.execPath, ['--no-experimental-sqlite', conditions, main, command, ...address, '--cwd', folder]),
    ).rejects.toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^authwright: the database: node:sqlite needs Node 22\.16 or later\. .+\n$/m),
    })
})

test.each([
  ['postgres://a@127.0.0.1:1/a', 'pg'],
  ['mariadb://a@127.0.0.1:1/a', 'mysql2'],
  ['libsql://127.0.0.1:1', '@libsql/client'],
])('says which package %s needs, and how to install it', async (address, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(import.meta.dirname, '../../..')
  // An application with the adapter and what it depends on. Beside this repository it would find the client libraries.
  cpSync(join(root, 'packages/adapter-sql/src'), join(folder, 'adapter/src'), { recursive: true })
  cpSync(join(root, 'packages/adapter-sql/package.json'), join(folder, 'adapter/package.json'))
  mkdirSync(join(folder, 'node_modules/@authwright'), { recursive: true })
  symlinkSync(join(folder, 'adapter'), join(folder, 'node_modules/@authwright/adapter-sql'))
  symlinkSync(join(root, 'node_modules/kysely'), join(folder, 'node_modules/kysely'))
  symlinkSync(join(root, 'packages/core'), join(folder, 'node_modules/@authwright/core'))
  writeFileSync(join(folder, 'pnpm-lock.yaml'), '')
  await expect(authwright('migrate', address, '--cwd', folder)).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr: `authwright: the address needs the package ${name}, which is not installed. Install it with: pnpm add ${name}\n`,
  })
})

describe('authwright cleanup', () => {
  test('deletes expired rows in two processes at once', async () => {
    const path = join(scratchFolder(), 'app.db')
    const adapter = await fill(path)
    const results = await Promise.all([authwright('cleanup', path), authwright('cleanup', path, '--batch-size', '7')])
    expect(results.reduce((sum, { stdout }) => sum + Number(stdout.replace('deleted ', '')), 0)).toBe(EXPIRED)
    expect(await adapter.getSessionAndUser('valid')).not.toBeNull()
    await adapter.close()
  })

  test('cleans up the existing tables of the published Kysely adapter on SQLite, whose instants are text', async () => {
    const path = join(scratchFolder(), 'app.db')
    const database = new DatabaseSync(path)
    database.exec(`create table User (id text primary key, name text, email text not null unique, emailVerified text, image text);
      create table Account (id text primary key, userId text not null, type text not null, provider text not null,
        providerAccountId text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
        id_token text, session_state text);
      create table Session (id text primary key, userId text not null, sessionToken text not null unique, expires text not null);
      create table VerificationToken (identifier text not null, token text not null unique, expires text not null);
      insert into Session values ('1', 'u', 'expired', '2020-01-01T00:00:00.000Z'), ('2', 'u', 'valid', '2090-01-01T00:00:00.000Z')`)
    await authwright('migrate', path, '--existing', 'kysely-sqlite')
    expect((await authwright('cleanup', path, '--existing', 'kysely-sqlite')).stdout).toBe('deleted 1\n')
    expect(database.prepare('select sessionToken from Session').all()).toMatchObject([{ sessionToken: 'valid' }])
    database.close()
  })

  test('rejects an invalid batch size', async () => {
    await expect(authwright('cleanup', 'app.db', '--batch-size', '0')).rejects.toMatchObject({ code: 2, stdout: '' })
  })
})

describe('authwright dev', () => {
  const anyPort = ['--emulator-port', '0', '--mailbox-port', '0', '--smtp-port', '0', '--provider-port', '0']

  /** Starts the services, and returns their addresses. */
  const startServices = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [conditions, main, 'dev', '--json', ...args], { stdio: 'pipe' })
    onTestFinished(() => void child.kill())
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    const { services } = JSON.parse(String(chunk)) as { readonly services: Readonly<Record<string, string>> }
    return { child, services }
  }

  test('runs the emulator and the mailbox until it is interrupted', async () => {
    const { child, services } = await startServices(...anyPort)
    expect(Object.keys(services)).toEqual(['emulator', 'mailbox', 'smtp'])
    expect((await fetch(services['emulator'] ?? '')).status).toBe(200)
    expect((await fetch(services['mailbox'] ?? '')).status).toBe(200)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect(fetch(services['mailbox'] ?? '')).rejects.toThrow('fetch failed')
  })

  test('runs the identity provider alone, with a client of its own', async () => {
    const redirectUri = 'http://localhost:3000/auth/callback/local'
    const { services } = await startServices('identity-provider', ...anyPort, '--redirect-uri', redirectUri)
    expect(Object.keys(services)).toEqual(['identity-provider'])
    const discovery = await fetch(`${services['identity-provider']}/.well-known/openid-configuration`)
    expect(await discovery.json()).toMatchObject({ issuer: services['identity-provider'] })
  })

  test('takes the next port if the usual one is in use', async () => {
    const [first, second] = [await startServices('emulator'), await startServices('emulator')]
    const ports = [first, second].map(({ services }) => Number(new URL(services['emulator'] ?? '').port))
    expect(ports[1]).toBeGreaterThan(ports[0] ?? 0)
  })

  test('starts the application with the addresses of the services, and ends with it', async () => {
    const script = `
      const { AUTHWRIGHT_EMULATOR: emulator, SMTP_URL: smtp, AUTHWRIGHT_INSPECTOR: inspector } = process.env
      const records = typeof globalThis[Symbol.for('authwright.decisions')]
      console.log(JSON.stringify({ emulator, smtp, inspector, records }))`
    const ports = [...anyPort, '--inspector-port', '0']
    const { stdout } = await authwright('dev', ...ports, '--', process.execPath, '--eval', script)
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
      emulator: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      smtp: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/) as string,
      inspector: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}\/$/) as string,
      records: 'function',
    })
    const failing = authwright('dev', ...ports, '--', process.execPath, '--eval', 'process.exit(7)')
    await expect(failing).rejects.toMatchObject({ code: 1 })
    await expect(authwright('dev', ...ports, '--', 'no-such-command')).rejects.toMatchObject({ code: 4 })
  })

  test.each([
    ['a server of Node', {}, undefined, 'of .env'],
    ['an application of Express', { express: '^5.0.0' }, undefined, 'of .env'],
    ['a framework that reads the file itself', { express: '^5.0.0', next: '^16.0.0' }, undefined, 'none'],
    ['a framework, with --env-file', { next: '^16.0.0' }, 'other.env', 'of other.env'],
  ])('gives %s the variables of .env files: %s %s %s', async (_name, dependencies, file, expected) => {
    const folder = scratchFolder()
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
    writeFileSync(join(folder, '.env'), 'OWN_VARIABLE="of .env"\nSMTP_URL=smtp://mail.example.com\n')
    writeFileSync(join(folder, 'other.env'), 'OWN_VARIABLE="of other.env"\n')
    const script = 'console.log(process.env.OWN_VARIABLE ?? "none", process.env.SMTP_URL)'
    const named = file === undefined ? [] : ['--env-file', join(folder, file)]
    const options = [...anyPort, '--inspector-port', '0', '--cwd', folder, ...named]
    const { stdout } = await authwright('dev', ...options, '--', process.execPath, '--eval', script)
    expect(stdout.trim().split('\n').at(-1)).toMatch(new RegExp(`^${expected} smtp://127.0.0.1:\\d+$`))
  })

  test.skipIf(process.platform === 'win32')('stops the processes that the application started too', async () => {
    const server = `require('node:http').createServer().listen(0, () => console.log('listening'))`
    const script = `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(server)}], { stdio: 'inherit' })`
    const command = [...anyPort, '--inspector-port', '0', '--', process.execPath, '--eval', script]
    const { child } = await startServices(...command)
    expect(String(await once(child.stdout, 'data'))).toContain('listening')
    child.kill('SIGTERM')
    // A process that goes on keeps the pipe open.
    await once(child.stdout, 'close')
  })

  test('says that a port is in use, and which services there are', async () => {
    const { services } = await startServices('mailbox', ...anyPort)
    const { port } = new URL(services['mailbox'] ?? '')
    const busy = authwright('dev', 'mailbox', '--smtp-port', '0', '--mailbox-port', port)
    await expect(busy).rejects.toMatchObject({ code: 4, stderr: expect.stringContaining(`${port} is in use`) })
    await expect(authwright('dev', 'toaster')).rejects.toMatchObject({ code: 2 })
    await expect(authwright('dev', '--smtp-port', 'x')).rejects.toMatchObject({ code: 2 })
  })
})
