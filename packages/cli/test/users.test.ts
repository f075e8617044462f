import { sealProviderTokens } from '@authwright/core/provider-tokens'
import { expect, onTestFinished, test } from 'vitest'
import type { Terminal } from '../src/command.ts'
import { authwright, writeFolder } from './support/command-line.ts'

/** What the adapter and the events of the application below recorded. */
interface Records {
  calls: unknown[]
  events: unknown[]
}

/** Where the application records: it runs in this process. */
const KEY = 'authwright.test.records'

/** An application whose adapter has one user. `adapter` and `config` are code that replaces members. */
const writeApplication = ({ adapter = '', config = '' } = {}) => {
  const records: Records = { calls: [], events: [] }
  Reflect.set(globalThis, Symbol.for(KEY), records)
  onTestFinished(() => void Reflect.deleteProperty(globalThis, Symbol.for(KEY)))
  const code = `
    const { calls, events } = globalThis[Symbol.for('${KEY}')]
    const record = (name) => (...args) => void calls.push([name, ...args])
    const user = {
      id: '1', name: 'Ada', email: 'ada@example.org', emailVerified: new Date('2026-01-02T03:04:00Z'),
      nickname: 'Countess', passwordHash: 'canary-hash', points: 12345678901234567890n, avatar: new Uint8Array([1, 2]),
    }
    const client = { clientId: 'app', clientSecret: 'canary-client' }
    const provider = (id) => ({ id, name: id, type: 'oauth', authorization: 'https://a.example/a', token: 'https://a.example/t', userinfo: 'https://a.example/u', ...client })
    const session = { userId: '1', expires: new Date('2027-01-31T12:00:00Z') }
    export const config = {
      secret: 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw',
      providers: [provider('github'), provider('gitlab')],
      adapter: {
        getUser: (id) => (id === '1' ? user : null),
        getUserByEmail: (email) => (email === user.email ? user : null),
        updateUser: record('updateUser'),
        deleteUser: record('deleteUser'),
        createUser() {}, getUserByAccount() {}, linkAccount() {}, createSession() {}, getSessionAndUser() {}, updateSession() {},
        listAccounts: () => [
          { userId: '1', type: 'oauth', provider: 'github', providerAccountId: 'g1', access_token: 'canary-access', scope: 'read:user', authed_user: { access_token: 'canary-nested' } },
          { userId: '1', type: 'oauth', provider: 'gitlab', providerAccountId: 'l1', refresh_token: 'canary-refresh' },
        ],
        unlinkAccount: record('unlinkAccount'),
        listAuthenticatorsByUserId: () => [
          { credentialID: 'credential', userId: '1', providerAccountId: 'p', credentialPublicKey: 'canary-key', counter: 0, credentialDeviceType: 'multiDevice', credentialBackedUp: true, name: 'MacBook', createdAt: new Date('2026-05-06T07:08:00Z') },
        ],
        listSessions: () => [
          { ...session, sessionToken: 'canary-one', browser: 'Firefox', system: 'Linux', createdAt: new Date('2026-12-31T23:59:00Z') },
          { ...session, sessionToken: 'canary-two', browser: 'Safari' },
          { ...session, sessionToken: 'canary-old', expires: new Date('2026-12-31T00:00:00Z') },
        ],
        deleteSession: record('deleteSession'),
        deleteSessions: record('deleteSessions'),
        ${adapter}
      },
      events: {
        unlinkAccount: (message) => void events.push(['unlinkAccount', message]),
        deleteAuthenticator: (message) => void events.push(['deleteAuthenticator', message]),
        deleteUser: (message) => void events.push(['deleteUser', message]),
        signOut: (message) => void events.push(['signOut', message]),
      },
      ${config}
    }`
  const folder = writeFolder({ 'auth.mjs': code })
  const start = (args: readonly string[], terminal: Partial<Terminal> = {}) =>
    authwright([...args, '--cwd', folder], terminal)
  return { records, start }
}

/** The handles of the sessions with the tokens `canary-one` and `canary-two`: their SHA-256, shortened. */
const [ONE, TWO] = ['b67633a47eba', 'abb40f23621d']

const user = '1'

test('show aligns accounts, passkeys and open sessions, and prints no token', async () => {
  const { start } = writeApplication()
  const { code, output } = await start(['users', 'show', 'Ada@Example.org'])
  expect([code, output]).toEqual([
    0,
    `id             1
name           Ada
email          ada@example.org
verified       2026-01-02 03:04 UTC
accounts       github  g1
               gitlab  l1
passkeys       MacBook  created 2026-05-06 07:08 UTC
sessions       ${ONE}  Firefox on Linux  since 2026-12-31 23:59 UTC  until 2027-01-31 12:00 UTC
               ${TWO}  Safari            until 2027-01-31 12:00 UTC`,
  ])
})

test('show says what the adapter cannot list, what there is none of, and when the user is to be deleted', async () => {
  const { start } = writeApplication({
    adapter: `listAccounts: undefined, listSessions: () => [], getUser: () => ({ ...user, name: 'A\\u001b[2Jda', emailVerified: null, deleteAt: new Date('2027-02-01') }),`,
  })
  const { output } = await start(['users', 'show', user])
  expect(output).toContain('name           A\ufffd[2Jda\n')
  expect(output).toContain('verified       no\ndeletion       scheduled for 2027-02-01 00:00 UTC\n')
  expect(output).toContain('accounts       unknown: the adapter has no listAccounts\n')
  expect(output).toMatch(/sessions {7}none$/)
  const { output: json } = await start(['users', 'show', user, '--json'])
  expect(JSON.parse(json)).toMatchObject({ ok: true, accounts: null, sessions: [] })
})

test('export prints what the adapter has about a user, without tokens, keys and secrets', async () => {
  const { start } = writeApplication()
  const { code, output, messages } = await start(['users', 'export', user])
  expect(code).toBe(0)
  const session = { browser: null, system: null, createdAt: null, expires: '2027-01-31T12:00:00.000Z' }
  const exported = {
    user: {
      id: '1',
      name: 'Ada',
      email: 'ada@example.org',
      emailVerified: '2026-01-02T03:04:00.000Z',
      nickname: 'Countess',
      points: '12345678901234567890',
      avatar: 'AQI=',
    },
    accounts: [
      { provider: 'github', type: 'oauth', providerAccountId: 'g1', scope: 'read:user' },
      { provider: 'gitlab', type: 'oauth', providerAccountId: 'l1' },
    ],
    passkeys: [
      {
        id: 'credential',
        name: 'MacBook',
        createdAt: '2026-05-06T07:08:00.000Z',
        lastUsedAt: null,
        isSynchronized: true,
      },
    ],
    sessions: [
      {
        ...session,
        handle: ONE,
        browser: 'Firefox',
        system: 'Linux',
        createdAt: '2026-12-31T23:59:00.000Z',
      },
      { ...session, handle: TWO, browser: 'Safari' },
    ],
  }
  expect(JSON.parse(output)).toEqual(exported)
  expect(messages).toContain('Left out, because they may be secrets: passwordHash.')
  const { output: json } = await start(['users', 'export', user, '--json'])
  expect(JSON.parse(json)).toEqual({ ok: true, command: 'users', ...exported, omitted: ['passwordHash'] })
  expect(output + json + messages).not.toContain('canary')
})

test('export says what the adapter cannot list', async () => {
  const { start } = writeApplication({ adapter: 'listSessions: undefined,' })
  const { output, messages } = await start(['users', 'export', user])
  expect(JSON.parse(output)).toMatchObject({ sessions: null })
  expect(messages).toContain('The adapter has no listSessions: sessions are unknown.')
})

test('unlink removes an account, gives the event its tokens, and ends the sessions', async () => {
  const { records, start } = writeApplication()
  const { code, output } = await start(['users', 'unlink', user, 'github', '--yes', '--json'])
  expect([code, JSON.parse(output)]).toEqual([
    0,
    {
      ok: true,
      command: 'users',
      userId: '1',
      unlinked: { provider: 'github', providerAccountId: 'g1' },
      sessionsEnded: true,
      failedEvents: [],
    },
  ])
  // The library passes no second argument that is set.
  expect(records.calls).toEqual([
    ['updateUser', { id: '1', emailVerified: new Date('2027-01-01T12:00:00Z') }],
    ['unlinkAccount', { provider: 'github', providerAccountId: 'g1' }],
    ['deleteSessions', '1', undefined],
  ])
  expect(records.events).toMatchObject([['unlinkAccount', { account: { access_token: 'canary-access' } }]])
})

test('unlink asks first, and does nothing without a yes', async () => {
  const { records, start } = writeApplication()
  expect(await start(['users', 'unlink', user, 'github'])).toMatchObject({ code: 2 })
  const questions: string[] = []
  const ask = (question: string) => Promise.resolve(questions.push(question) > 1)
  expect(await start(['users', 'unlink', user, 'github'], { ask })).toMatchObject({ code: 1 })
  expect([records.calls, records.events]).toEqual([[], []])
  expect(await start(['users', 'unlink', user, 'github'], { ask })).toMatchObject({ code: 0 })
  expect(questions[0]).toBe('Unlink github g1 from ada@example.org, and end all sessions?')
})

const ONLY_GITHUB = `listAccounts: () => [{ userId: '1', type: 'oauth', provider: 'github', providerAccountId: 'g1' }],`
const MAIL = `{ id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest() {} }`
const GITHUB = `provider('github')`

test.each([
  ['is the only account', ONLY_GITHUB, '', 1],
  ['is the only account of a provider in the config', '', `providers: [${GITHUB}],`, 1],
  ['is beside a verified e-mail address', ONLY_GITHUB, `providers: [${GITHUB}, ${MAIL}],`, 0],
  [
    'is beside an unverified e-mail address',
    `${ONLY_GITHUB} getUser: () => ({ ...user, emailVerified: null }),`,
    `providers: [${GITHUB}, ${MAIL}],`,
    1,
  ],
])('unlink refuses the last sign-in method: the account %s', async (_what, adapter, config, expected) => {
  // The sign-in by e-mail needs more methods of the adapter.
  const tokens = 'createVerificationToken() {}, useVerificationToken() {},'
  const { records, start } = writeApplication({ adapter: adapter + tokens, config })
  const { code, messages } = await start(['users', 'unlink', user, 'github', '--yes'])
  expect(code).toBe(expected)
  if (expected === 0) return
  expect(messages).toContain('github g1 is the last sign-in method of 1. ')
  expect(records.calls).toEqual([])
  expect(await start(['users', 'unlink', user, 'github', '--yes', '--force'])).toMatchObject({ code: 0 })
})

const SEVERAL = `listAccounts: () => [
  { userId: '1', type: 'oauth', provider: 'github', providerAccountId: 'g1' },
  { userId: '1', type: 'oauth', provider: 'github', providerAccountId: 'g2' },
  { userId: '1', type: 'webauthn', provider: 'passkey', providerAccountId: 'p' },
],`

test('unlink names the accounts of the user if it does not know which one is meant', async () => {
  const { records, start } = writeApplication({ adapter: SEVERAL })
  const unlink = (...args: readonly string[]) => start(['users', 'unlink', user, ...args, '--yes'])
  expect(await unlink('github')).toMatchObject({ code: 2, messages: expect.stringContaining('github g1, github g2') })
  const other = await unlink('gitlab')
  expect(other).toMatchObject({ code: 1, messages: expect.stringContaining('1 has: github g1, github g2, passkey p') })
  expect(await unlink('github', 'g3')).toMatchObject({ code: 1, messages: expect.stringContaining('github g3. ') })
  expect(await unlink('passkey')).toMatchObject({ code: 1, messages: expect.stringContaining('a passkey') })
  expect(await unlink()).toMatchObject({ code: 2 })
  expect(records.calls).toEqual([])
  expect(await unlink('github', 'g2')).toMatchObject({ code: 0 })
  expect(records.calls).toContainEqual(['unlinkAccount', { provider: 'github', providerAccountId: 'g2' }])
})

test('unlink says that sessions were not ended, or that an event threw', async () => {
  const { start } = writeApplication({ adapter: 'deleteSessions: undefined,' })
  const { code, output, messages } = await start(['users', 'unlink', user, 'github', '--yes', '--json'])
  expect([code, JSON.parse(output)]).toMatchObject([1, { ok: false, sessionsEnded: false }])
  expect(messages).toContain('were not ended: ')
  const broken = writeApplication({ config: `events: { unlinkAccount() { throw new Error('crm is down') } },` })
  const result = await broken.start(['users', 'unlink', user, 'github', '--yes', '--json'])
  expect([result.code, JSON.parse(result.output)]).toMatchObject([1, { ok: false, failedEvents: ['unlinkAccount'] }])
  expect(result.messages).toContain('The event unlinkAccount threw: crm is down')
})

test('unlink opens sealed tokens for the event, and leaves out those that it cannot open', async () => {
  const [secret, other] = ['p3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw', 'q3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw']
  const account = { type: 'oauth', provider: 'github', providerAccountId: 'g1', access_token: 'opened', expires_at: 1 }
  const unlink = async (sealedWith: string) => {
    const sealed = JSON.stringify({ userId: '1', ...(await sealProviderTokens(account, { secret: sealedWith })) })
    const { records, start } = writeApplication({
      adapter: `listAccounts: () => [${sealed}],`,
      config: `account: { tokens: { secret: '${secret}' } },`,
    })
    const { messages } = await start(['users', 'unlink', user, 'github', '--yes', '--force'])
    return { messages, events: records.events }
  }
  expect((await unlink(secret)).events).toMatchObject([['unlinkAccount', { account }]])
  const { access_token: _token, ...others } = account
  const { messages, events } = await unlink(other)
  expect(events).toEqual([['unlinkAccount', { user: expect.objectContaining({ id: '1' }), account: others }]])
  expect(messages).toContain('The event unlinkAccount gets no tokens of github: ')
})

test('delete calls the events that a deletion on the account page calls, in the same order', async () => {
  const { records, start } = writeApplication()
  const { code, output } = await start(['users', 'delete', user, '--yes', '--json'])
  expect([code, JSON.parse(output)]).toEqual([0, { ok: true, command: 'users', deleted: '1', failedEvents: [] }])
  expect(records.events).toMatchObject([
    ['unlinkAccount', { account: { provider: 'github', access_token: 'canary-access' } }],
    ['unlinkAccount', { account: { provider: 'gitlab' } }],
    ['deleteAuthenticator', { authenticator: { credentialID: 'credential' } }],
    ['deleteUser', { user: { id: '1' } }],
  ])
})

test('sessions list has a line for each open session, and says how to end one', async () => {
  const { start } = writeApplication()
  const { output, messages } = await start(['sessions', 'list', 'ada@example.org'])
  expect(output).toBe(`handle        browser           signed in             expires
${ONE}  Firefox on Linux  2026-12-31 23:59 UTC  2027-01-31 12:00 UTC
${TWO}  Safari            unknown               2027-01-31 12:00 UTC`)
  expect(messages).toBe(
    '2 sessions in the database. To end one: authwright sessions end ada@example.org --only <handle>',
  )
})

test('sessions end --only ends one session, and calls the event', async () => {
  const { records, start } = writeApplication()
  const { code, output } = await start(['sessions', 'end', user, '--only', TWO, '--yes', '--json'])
  expect([code, JSON.parse(output)]).toEqual([
    0,
    { ok: true, command: 'sessions', userId: '1', ended: true, only: TWO, failedEvents: [] },
  ])
  expect(records.calls).toEqual([['deleteSession', 'canary-two']])
  expect(records.events).toMatchObject([['signOut', { session: { browser: 'Safari' } }]])
})

test('sessions end --except keeps one session, and asks with its browser', async () => {
  const { records, start } = writeApplication()
  const questions: string[] = []
  const ask = (question: string) => Promise.resolve(questions.push(question) > 0)
  expect(await start(['sessions', 'end', user, '--except', ONE], { ask })).toMatchObject({ code: 0 })
  expect(questions).toEqual([`End all sessions of 1 except ${ONE} (Firefox on Linux)?`])
  expect(records.calls).toEqual([['deleteSessions', '1', 'canary-one']])
  expect(records.events).toEqual([])
})

test.each([
  [['end', user, '--only', 'absent', '--yes'], '', 1, 'the user has no session absent'],
  [['end', user, '--only', ONE], '', 2, 'needs --yes'],
  [['end', user, '--only', ONE, '--except', TWO], '', 2, 'exclude each other'],
  [['list', user, '--only', ONE], '', 2, 'are for sessions end'],
  [['end', user, '--only', ONE, '--yes'], `session: { strategy: 'jwt' },`, 1, 'have no handles'],
])('sessions %j changes nothing: %s', async (args, config, code, message) => {
  const { records, start } = writeApplication({ config })
  expect(await start(['sessions', ...args])).toMatchObject({ code, messages: expect.stringContaining(message) })
  expect(records.calls).toEqual([])
})

test.each([
  [['users'], 'users needs one of show, export, unlink, delete'],
  [['users', 'exprot', user], 'Did you mean export?'],
  [['users', 'show', user, 'more'], 'users show needs'],
  [['users', 'unlink', user], 'and perhaps the id of an account'],
  [['users', 'delete', user, '--force'], '--force is for users unlink'],
])('%j is wrong usage', async (args, message) => {
  const { start } = writeApplication()
  expect(await start(args)).toMatchObject({ code: 2, messages: expect.stringContaining(message) })
})

test('what a database says cannot steer the terminal, and stays the same in JSON', async () => {
  const name = '\u009b2J\u200fAda\u001b]0;x\u0007'
  const adapter = `getUser: (id) => ({ ...user, name: ${JSON.stringify(name)} }),
    getUserByEmail: () => { throw new Error('first\\n\\u001b]0;x\\u0007\\u009b2J\\u202e\\u001b[1mlast') },`
  const { start } = writeApplication({ adapter })
  const { messages } = await start(['users', 'show', 'a@b.example'])
  expect(messages).toBe('authwright: the database: first\n\\u001b]0;x\\u0007\\u009b2J\\u202e\u001b[1mlast')
  const { output } = await start(['users', 'export', user])
  expect(output).not.toMatch(/[\u007f-\u009f\u200f]/)
  expect(JSON.parse(output)).toMatchObject({ user: { name } })
})
