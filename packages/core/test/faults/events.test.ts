import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventCallbacks, Runtime } from '../../src/index.ts'
import { signInAt, setUpLinking, signInByMail, unlink } from '@authwright/test-kit/linking/linking-setup'
import type { LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
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

/** Handlers that end when it is too late. */
type Late = ((error?: Error) => void)[]

/** Ways in which a handler can go wrong, and what the log says of each. */
const FAULTS: Readonly<Record<string, { readonly handler: (late: Late) => unknown; readonly told: string }>> = {
  throws: {
    handler: () => {
      throw new Error('no')
    },
    told: 'threw',
  },
  rejects: { handler: () => Promise.reject(new Error('no')), told: 'threw' },
  'never ends': { handler: () => new Promise(() => undefined), told: 'took too long' },
  'rejects late': {
    handler: (late) => new Promise((_, reject) => void late.push((error) => reject(error))),
    told: 'took too long',
  },
  'responds late': { handler: (late) => new Promise((resolve) => void late.push(resolve)), told: 'took too long' },
}

/** A clock on which nothing takes as long as a handler may, but what never ends. */
const after: Runtime['after'] = (milliseconds, work) => {
  if (milliseconds !== 5000) return () => undefined
  const timer = setImmediate(work)
  return () => clearImmediate(timer)
}

const ANN = { id: 'ann', name: 'Ann', email: 'ann@example.org', email_verified: true }
const NEW = 'ann@new.example'

/** What one person does, from the first sign-in to the last, that every event belongs to. */
const steps: Readonly<
  Record<string, (it: LinkingSetup, browser: ReturnType<LinkingSetup['browser']>, passkey: Passkey) => unknown>
> = {
  'a first sign-in': (it, browser) => signInAt(it, browser, 'oa', ANN),
  'an account that is added': (it, browser) => signInAt(it, browser, 'ob', { ...ANN, id: 'ann-b' }),
  'a passkey that is added': async (_it, browser, passkey) => (await register(browser, passkey)).status,
  'a passkey that is taken away': async (_it, browser, { id }) => {
    const fields = { action: 'passkey-delete', credentialId: id.toString('base64url') }
    return location(await browser.post('/auth/account', fields))
  },
  'an account that is taken away': async (_it, browser) =>
    location(await unlink(browser, 'ob', { ...ANN, id: 'ann-b' })),
  'a wish for another address': async (_it, browser) =>
    location(await browser.post('/auth/account', { action: 'email-change', email: NEW })),
  'another address': async ({ notifications: notices }, browser) =>
    location(await browser.get(notices.at(-1)?.url ?? '')),
  'a sign-out': async (_it, browser) => location(await browser.post('/auth/signout')),
  'a sign-in by a link': (it, browser) => signInByMail(it, browser, NEW),
}

/** Everything that came of it: what was answered, who is signed in, which cookies a browser has, and what is kept. */
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

/** Handlers of all events, which all go wrong in the same way. */
const listen = (heard: Name[], fault: () => unknown = () => undefined): Partial<EventCallbacks> =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      (): unknown => {
        heard.push(name)
        return fault()
      },
    ]),
  )

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  const expected: Name[] = []
  let quiet: Awaited<ReturnType<typeof live>>
  beforeAll(async () => void (quiet = await live(strategy, listen(expected), [])))

  test('every event is told of in a story that goes well', () => {
    expect(NAMES.filter((name) => !expected.includes(name))).toEqual([])
    const { came, kept, errors } = quiet
    expect(errors).toEqual([])
    expect(JSON.stringify(came)).not.toContain('error')
    expect(came.at(-1)).toMatchObject(['a sign-in by a link', undefined, NEW, expect.any(Array)])
    expect(kept.slice(0, 3)).toEqual([1, ['oa'], 0])
  })

  test.each(Object.keys(FAULTS))(
    'a handler of any event that %s changes nothing that is answered or kept, and the log says so each time',
    async (how) => {
      const { handler, told } = FAULTS[how] ?? { handler: () => undefined, told: '' }
      const heard: Name[] = []
      const late: Late = []
      const it = await live(
        strategy,
        listen(heard, () => handler(late)),
        late,
      )
      expect(it.came).toEqual(quiet.came)
      expect(it.kept).toEqual(quiet.kept)
      expect(heard).toEqual(expected)
      const errors = expected.map((name) => ({ type: 'EventError', message: `The ${name} event handler ${told}` }))
      expect(it.errors).toMatchObject(errors)
    },
  )
})
