import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Terminal } from '../src/command.ts'
import { authwright, writeFolder } from './support/command-line.ts'

/** What the modules of the applications below call to last for a time, by the clock of the test. */
const WAIT = Symbol.for('authwright.test.wait')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  Reflect.set(globalThis, WAIT, (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds))
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, WAIT)
  vi.useRealTimers()
})

const WAITING = `const wait = globalThis[Symbol.for('authwright.test.wait')]\n`

/** Runs a command on a terminal, and returns what the line that changes in place has shown. */
const run = async (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const shown: string[] = []
  const folder = writeFolder(files)
  const result = await authwright([...args, '--cwd', folder], { showStatus: (line) => void shown.push(line) })
  return { ...result, shown }
}

const secret = `secret: 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw'`

/** An application whose module takes `load` milliseconds, and whose database takes `query`. */
const slowApplication = (load: number, query: number) => `${WAITING}
  await wait(${load})
  const getUser = async (id) => { await wait(${query}); return { id, email: 'ada@example.org', emailVerified: null } }
  const listSessions = async () => { await wait(${query}); return [] }
  const deleteSessions = () => wait(${query})
  const methods = ['getUserByAccount', 'createUser', 'updateUser', 'linkAccount', 'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession']
  const others = Object.fromEntries(methods.map((name) => [name, () => null]))
  const getUserByEmail = getUser
  export const config = { ${secret}, providers: [], adapter: { ...others, getUser, getUserByEmail, listSessions, deleteSessions } }`

test('says that the module of the configuration takes long, and that the database does', async () => {
  const files = { 'auth.mjs': slowApplication(1_000, 1_000) }
  const database = ['Waiting for the database … 1 s', '']
  const { code, shown } = await run(files, 'users', 'show', '1')
  expect([code, shown]).toEqual([0, ['Loading auth.mjs … 1 s', '', ...database, ...database]])
  expect((await run(files, 'sessions', 'list', '1')).shown).toEqual(shown)
  const ended = await run(files, 'sessions', 'end', '1', '--yes')
  expect([ended.code, ended.shown]).toEqual([0, shown])
})

test('says nothing of a module and a database that respond within a second', async () => {
  const { code, shown, messages } = await run({ 'auth.mjs': slowApplication(999, 999) }, 'users', 'show', '1')
  expect([code, shown, messages]).toEqual([0, [], ''])
})

test('prints the lines without a terminal, not with --quiet, and never to the standard output', async () => {
  const list = (terminal: Partial<Terminal>, ...args: readonly string[]) => {
    // A module is loaded once in this process.
    const folder = writeFolder({ 'auth.mjs': slowApplication(3_000, 0) })
    return authwright(['sessions', 'list', '1', '--cwd', folder, ...args], terminal)
  }
  const { output, messages } = await list({}, '--json')
  expect(messages).toMatch(/^Loading auth\.mjs …\n0 sessions/)
  expect(JSON.parse(output)).toMatchObject({ ok: true })
  const shown: string[] = []
  const quiet = await list({ showStatus: (line) => void shown.push(line) }, '--quiet')
  expect([quiet.messages, shown]).toEqual(['', []])
  expect((await list({}, '--quiet')).messages).toBe('')
})

test('names Vite if the module is loaded with it', async () => {
  const vite = `${WAITING}
    export const createServer = async () => {
      await wait(2_000)
      return { config: { server: {} }, ssrLoadModule: (path) => import(path), close: async () => undefined }
    }`
  const { code, shown } = await run(
    {
      'vite.config.js': '',
      'auth.mjs': 'export const config = { providers: [] }',
      'node_modules/vite/package.json': '{ "main": "vite.mjs" }',
      'node_modules/vite/vite.mjs': vite,
    },
    'providers',
  )
  expect([code, shown]).toEqual([0, ['Loading auth.mjs with Vite … 1 s', 'Loading auth.mjs with Vite … 2 s', '']])
})

const migrating = `${WAITING}
  const pendingMigrations = async () => { await wait(1_000); return [] }
  const migrate = async ({ onMigration }) => {
    await wait(1_000)
    onMigration('initial schema')
    await wait(1_000)
    return { version: 1, applied: ['initial schema'] }
  }
  const cleanup = async ({ onBatch }) => {
    await wait(1_000)
    onBatch(1000)
    await wait(1_000)
    return 1500
  }
  export const config = { providers: [], adapter: { pendingMigrations, migrate, cleanup } }`

test('migrate says what it waits for, and names each migration', async () => {
  const waiting = 'Waiting for the database, or for another process that migrates it'
  const { output, shown } = await run({ 'auth.mjs': migrating }, 'migrate')
  expect(shown).toEqual([`${waiting} … 1 s`, 'Applying: initial schema … 2 s', ''])
  expect(output).toBe('applied: initial schema\nschema version 1')
  const status = await run({ 'auth.mjs': migrating }, 'migrate', '--status')
  expect(status.shown).toEqual(['Reading the schema of the database … 1 s', ''])
})

test('cleanup counts the rows that it has deleted', async () => {
  const { output, shown } = await run({ 'auth.mjs': migrating }, 'cleanup')
  expect(shown).toEqual(['Deleting expired rows … 1 s', 'Deleting expired rows, 1000 so far … 2 s', ''])
  expect(output).toBe('deleted 1500')
})

test('dev names the service that is slow to start', async () => {
  const mailbox = `${WAITING}
    export const startMailbox = async () => {
      await wait(1_000)
      return { url: 'http://127.0.0.1:1', smtpUrl: 'smtp://127.0.0.1:2', close: async () => undefined }
    }`
  const { code, shown } = await run(
    {
      'package.json': '{}',
      'node_modules/@authwright/testing/package.json': '{ "exports": { "./mailbox": "./mailbox.mjs" } }',
      'node_modules/@authwright/testing/mailbox.mjs': mailbox,
    },
    'dev',
    'mailbox',
  )
  expect([code, shown]).toEqual([0, ['Starting mailbox … 1 s', '']])
})

test('migrate-from counts the files, although it reads them without a pause', async () => {
  const code = `import Auth from '@auth/core'\n`
  const { now } = Date
  // Each look at the clock takes a second.
  let looks = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (looks += 1) * 1_000)
  const { shown } = await run({ 'a.ts': code, 'b.ts': code }, 'migrate-from', 'authjs', '--dry-run')
  expect(shown.map((line) => line.replace(/ … \d+ s$/, ''))).toEqual([
    'Reading file 1 of 2',
    'Reading file 2 of 2',
    'Changing file 1 of 2',
    'Changing file 2 of 2',
    '',
  ])
})

test('explain says that it waits for the end of the standard input', async () => {
  const main = join(import.meta.dirname, '../src/main.ts')
  const child = spawn(process.execPath, ['--conditions=authwright-source', main, 'explain', '0A1B2C3D', '--log', '-'])
  const [chunk] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(chunk)).toBe('Reading the standard input until it ends …\n')
  child.stdin.end('{"reference":"0A1B2C3D"} MissingSecret')
  expect(await once(child, 'exit')).toEqual([0, null])
})
