import { execFileSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import type { Terminal } from '../../src/command.ts'
import { authwright, readFolder, writeFolder } from '../support/command-line.ts'
import { SECRET } from './healthy.ts'

const doctor = (folder: string, ...args: readonly string[]) =>
  authwright(['doctor', '--cwd', folder, '--offline', ...args])

interface Result {
  readonly id: string
  readonly level: string
  readonly found: string
}

/** The ids of what the command finds. */
const findIn = async (folder: string, ...args: readonly string[]) => {
  const { code, output } = await doctor(folder, '--json', ...args)
  const { ok, checks } = JSON.parse(output) as { readonly ok: boolean; readonly checks: readonly Result[] }
  return { code, ok, checks, found: checks.filter(({ level }) => level !== 'ok').map(({ id }) => id) }
}

const password = `{ id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize: () => null }`

const healthy = {
  'auth.ts': `export const config = { providers: [${password}] }`,
  'package.json': '{ "dependencies": { "hono": "^4.0.0" } }',
  '.env': `AUTH_SECRET=${SECRET}\n`,
}

describe('authwright doctor', () => {
  test('finds nothing in a small application, and lists what it checked', async () => {
    const folder = writeFolder(healthy)
    const { code, output, messages } = await doctor(folder)
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ checks: \d+ ok, 0 notes, 0 warnings, 0 failures$/)])
    expect(messages).toMatch(/^Making \d+ checks of auth\.ts …$/)
    expect((await doctor(folder, '--verbose')).output).toContain('✓ secret.missing')
  })

  test('says what was found, why it matters, what to do and where to read more', async () => {
    const { code, output } = await doctor(writeFolder({ ...healthy, '.env': '' }))
    expect(code).toBe(1)
    expect(output).toMatch(
      /^✗ secret\.missing +AUTH_SECRET is not set, and the config has no secret\n {4}why {3}.+\n {4}fix {3}.+\n {4}docs {2}https:\/\/.+\/docs\/guides\/deployment\.md\n/,
    )
  })

  test('makes more checks for production, and reads .env.production', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    const folder = writeFolder({ ...healthy, '.env.production': 'AUTH_URL=http://app.example.org\n' })
    expect(await findIn(folder)).toMatchObject({ code: 0, found: [] })
    expect(await findIn(folder, '--production')).toMatchObject({ code: 1, ok: false, found: ['url.insecure'] })
  })

  test('--only and --skip name checks and groups', async () => {
    const folder = writeFolder({ ...healthy, '.env': 'AUTH_TRUST_HOST=perhaps' })
    expect((await findIn(folder)).found).toEqual(['secret.missing', 'url.trust-value'])
    expect((await findIn(folder, '--only', 'url')).found).toEqual(['url.trust-value'])
    expect((await findIn(folder, '--skip', 'url.trust-value,cookies')).found).toEqual(['secret.missing'])
    expect((await doctor(folder, '--only', 'urls')).code).toBe(2)
  })

  test('--offline sends no request', async () => {
    const folder = writeFolder(healthy)
    const { checks } = await findIn(folder, '--production')
    expect(checks.map(({ id }) => id)).not.toContain('url.running')
  })

  test('says which checks take more than a second, in place on a terminal, and not with --quiet', async () => {
    const slow = `
      let calls = 0
      const getUserByEmail = () => new Promise((resolve) => setTimeout(resolve, (calls += 1) === 1 ? 1100 : 0, null))
      export const config = { adapter: { getUserByEmail }, providers: [${password}] }`
    const wait = async (terminal: Partial<Terminal>, ...args: readonly string[]) => {
      const folder = writeFolder({ ...healthy, 'auth.ts': slow })
      const only = ['doctor', '--cwd', folder, '--only', 'database.unreachable,secret', ...args]
      return authwright(only, terminal)
    }
    const shown: string[] = []
    const showStatus = (line: string) => void shown.push(line)
    expect((await wait({ showStatus })).messages).not.toContain('Waiting')
    expect(shown).toEqual(['Waiting for database.unreachable … 1 s', ''])
    expect((await wait({})).messages).toMatch(/\nWaiting for database\.unreachable …$/)
    const { output, messages } = await wait({ showStatus }, '--json', '--quiet')
    expect([shown.length, messages, JSON.parse(output)]).toMatchObject([2, '', { ok: true }])
  })

  test('prints no secret that the library names in what to do', async () => {
    const config = `{ providers: [${password}], theme: { brandColor: process.env.OTHER_SECRET } }`
    const files = { ...healthy, 'auth.ts': `export const config = ${config}`, '.env': 'OTHER_SECRET=canary-color\n' }
    const { output } = await doctor(writeFolder(files))
    expect(output).toMatch(/✗ config\.invalid .*\n.*\n {4}fix {3}Change theme\.brandColor/)
    expect(output).not.toContain('canary')
  })

  test('prints no secret that the message of a database has in another form', async () => {
    const files = {
      ...healthy,
      '.env': `AUTH_SECRET=${SECRET}\nSMTP_PASS=canary-pass\nDB_PWD=canary-pwd\nREPORTS_DSN=canary-dsn\nDB_PASSWORD=canary@encoded\n`,
      'auth.ts': `
        const { SMTP_PASS, DB_PWD, REPORTS_DSN, DB_PASSWORD } = process.env
        const texts = [SMTP_PASS, DB_PWD, REPORTS_DSN, encodeURIComponent(DB_PASSWORD), 'mongodb://app:canary-url@db.example/app', process.env.PWD]
        const getUserByEmail = () => { throw new Error(texts.join(' ')) }
        export const config = { adapter: { getUserByEmail, getUser: getUserByEmail }, session: { strategy: 'jwt' }, providers: [] }`,
    }
    vi.stubEnv('PWD', '/folder')
    const folder = writeFolder(files)
    const { checks } = await findIn(folder)
    expect(checks.find(({ id }) => id === 'database.unreachable')?.found).toBe(
      'the database does not respond: … … … … mongodb://app:…@db.example/app /folder',
    )
    expect(await authwright(['users', 'show', 'a@b.example', '--cwd', folder])).toMatchObject({
      code: 4,
      messages: 'authwright: the database: … … … … mongodb://app:…@db.example/app /folder',
    })
  })

  test('changes nothing and prints no secret', async () => {
    const canaries = ['canary-one', 'canary-two', 'canary-three', 'canary-four']
    const [session = '', client = '', smtp = '', database = ''] = canaries.map((word) => `${word}-${'x1Y'.repeat(4)}`)
    const files = {
      ...healthy,
      '.env': `AUTH_SECRET="${session}"\nAUTH_STAFF_SECRET=${client}\nSMTP_URL=smtp://a:${smtp}@127.0.0.1:1025\nDATABASE_URL=postgres://app:${database}@db.example.org/app\n`,
      'auth.ts': `
        const getUserByEmail = () => { throw new Error('cannot connect to ' + process.env.DATABASE_URL + ' with ' + process.env.AUTH_STAFF_SECRET) }
        const mail = { id: 'nodemailer', type: 'email', server: process.env.SMTP_URL, sendVerificationRequest() {} }
        const staff = { id: 'staff', type: 'oidc', issuer: 'http://id.example.org/common', clientId: ' app' }
        export const config = { adapter: { getUserByEmail }, providers: [staff, mail], debug: true, useSecureCookies: true }`,
    }
    const folder = writeFolder(files)
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    execFileSync('git', ['add', '.'], { cwd: folder })
    const text = await doctor(folder, '--production', '--verbose')
    const json = await doctor(folder, '--production', '--json')
    expect(text.output).toContain('✗ secret.tracked')
    expect(text.output).toContain('✗ secret.weak')
    expect(text.output).toContain('✗ database.unreachable')
    const printed = JSON.stringify([text, json])
    for (const secret of canaries) expect(printed).not.toContain(secret)
    expect(readFolder(folder)).toEqual(files)
  })

  test('ends with 3 if the config cannot be loaded, and with 2 for wrong usage', async () => {
    expect((await doctor(writeFolder({ 'auth.ts': 'export const config = {' }))).code).toBe(3)
    expect((await doctor(writeFolder({}))).code).toBe(3)
    expect((await doctor(writeFolder(healthy), 'now')).code).toBe(2)
  })
})
