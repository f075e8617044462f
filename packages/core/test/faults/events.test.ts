import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventCallbacks, Runtime } from '../../src/index.ts'
import {
  linkAt,
  signInAt,
  setUpLinking,
  signInByMail,
  unlink,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register } from '@authwright/test-kit/webauthn/passkey-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

type Name = keyof EventCallbacks

const NAMES = [
  'signIn',
  'signOut',
  'createUser',
  'updateUser',
  'linkAccount',
  'unlinkAccount',
  'createAuthenticator',
  'deleteAuthenticator',
  'session',
] as const satisfies readonly Name[]

/** Settle handlers after the deadline. */
type Late = ((error?: Error) => void)[]

/** The failures of a handler, and the log entry of each. */
const FAULTS: Readonly<Record<string, { readonly handler: (late: Late) => unknown; readonly logged: string }>> = {
  throws: {
    handler: () => {
      throw new Error('no')
    },
    logged: 'threw',
  },
  rejects: { handler: () => Promise.reject(new Error('no')), logged: 'threw' },
  'never ends': { handler: () => new Promise(() => undefined), logged: 'took too long' },
  'rejects late': {
    handler: (late) => new Promise((_, reject) => void late.push((error) => reject(error))),
    logged: 'took too long',
  },
  'responds late': { handler: (late) => new Promise((resolve) => void late.push(resolve)), logged: 'took too long' },
}

/** A clock on which only a handler that never ends reaches the deadline. */
const after: Runtime['after'] = (milliseconds, work) => {
  if (milliseconds !== 5000) return () => undefined
  const timer = setImmediate(work)
  return () => clearImmediate(timer)
}

const ANN = { id: 'ann', name: 'Ann', email: 'ann@example.org', email_verified: true }
const NEW = 'ann@new.example'

/** The requests of one user that cause every event. */
const steps: Readonly<
  Record<string, (it: LinkingSetup, browser: ReturnType<LinkingSetup['browser']>, passkey: Passkey) => unknown>
> = {
  'a first sign-in': (it, browser) => signInAt(it, browser, 'oa', ANN),
  'an account that is added': (it, browser) => linkAt(it, browser, 'ob', { ...ANN, id: 'ann-b' }),
  'a passkey that is added': async (_it, browser, passkey) => (await register(browser, passkey)).status,
  'a passkey that is removed': async (_it, browser, { id }) => {
    const fields = { action: 'passkey-delete', credentialId: id.toString('base64url') }
    return location(await browser.post('/auth/account', fields))
  },
  'an account that is removed': async (_it, browser) => location(await unlink(browser, 'ob', { ...ANN, id: 'ann-b' })),
  'a request for another address': async (_it, browser) =>
    location(await browser.post('/auth/account', { action: 'email-change', email: NEW })),
  'another address': async ({ notifications: notices }, browser) =>
    location(await browser.get(notices.at(-1)?.url ?? '')),
  'a sign-out': async (_it, browser) => location(await browser.post('/auth/signout')),
  'a sign-in by a link': (it, browser) => signInByMail(it, browser, NEW),
}

/** The outcome: the responses, the sessions, the cookies of the browser and the stored rows. */
const live = async (strategy: 'jwt' | 'database', events: Partial<EventCallbacks>, late: Late) => {
  const adapter = memoryAdapter()
  const config = { events, session: { strategy }, account: { notifications: false }, adapterTimeout: 4000 }
  const it = setUpLinking({ adapter, provider, config, runtime: { after } })
  const browser = it.browser()
  const passkey = new Passkey()
  const came: unknown[] = []
  for (const [what, act] of Object.entries(steps)) {
    const response = await act(it, browser, passkey)
    const session = await browser.session()
    for (const end of late.splice(0)) end(new Error('too late'))
    came.push([what, response, session?.user?.email, [...browser.cookies.keys()].map((name) => name.split('.', 2)[1])])
  }
  const { users, accounts, authenticators, sessions } = adapter.state()
  const kept = [users.size, [...accounts.values()].map((row) => row.provider), authenticators.size, sessions.size]
  return { came, kept, errors: it.errors }
}

/** Handlers of all events that fail in the same way. */
const listen = (received: Name[], fault: () => unknown = () => undefined): Partial<EventCallbacks> =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      (): unknown => {
        received.push(name)
        return fault()
      },
    ]),
  )

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  const expected: Name[] = []
  let quiet: Awaited<ReturnType<typeof live>>
  beforeAll(async () => void (quiet = await live(strategy, listen(expected), [])))

  test('every event is emitted when nothing fails', () => {
    expect(NAMES.filter((name) => !expected.includes(name))).toEqual([])
    const { came, kept, errors } = quiet
    expect(errors).toEqual([])
    expect(JSON.stringify(came)).not.toContain('error')
    expect(came.at(-1)).toMatchObject(['a sign-in by a link', undefined, NEW, expect.any(Array)])
    expect(kept.slice(0, 3)).toEqual([1, ['oa'], 0])
  })

  test.each(Object.keys(FAULTS))(
    'a handler of any event that %s changes no response and no row, and each failure is logged',
    async (how) => {
      const { handler, logged } = FAULTS[how] ?? { handler: () => undefined, logged: '' }
      const received: Name[] = []
      const late: Late = []
      const it = await live(
        strategy,
        listen(received, () => handler(late)),
        late,
      )
      expect(it.came).toEqual(quiet.came)
      expect(it.kept).toEqual(quiet.kept)
      expect(received).toEqual(expected)
      const errors = expected.map((name) => ({ type: 'EventError', message: `The ${name} event handler ${logged}` }))
      expect(it.errors).toMatchObject(errors)
    },
  )
})
