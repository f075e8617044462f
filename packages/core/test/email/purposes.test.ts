import { expect, test } from 'vitest'
import { Passkey } from '../../src/providers/passkey.ts'
import { fullLocation, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  codeTo,
  linkTo,
  setUpChange,
  undoLinkTo,
  NEW,
  signInByMail,
  requestChange,
  type ChangeSetup,
} from '@authwright/test-kit/email/change-setup'
import { ANN, requestMail } from '@authwright/test-kit/email/email-setup'

/** The address of Bob before he changed it. */
const FORMER = 'bob@former.example'
const BOB = 'bob@example.org'

const github = {
  id: 'github',
  name: 'GitHub',
  type: 'oauth',
  clientId: 'id',
  clientSecret: 'secret',
  authorization: 'https://id.example/authorize',
  token: 'https://id.example/token',
  userinfo: 'https://id.example/userinfo',
} as const

interface Options {
  readonly options: { readonly challenge: string }
}

interface Stage {
  readonly setup: ChangeSetup
  /** The browser of Ann, who is signed in and has several flows in progress. */
  readonly browser: TestBrowser
  /** All tokens of these flows, by purpose. */
  readonly tokens: Readonly<Record<string, string>>
}

const member = (address: string, name: string): string => new URL(address, ORIGIN).searchParams.get(name) ?? ''

/** Change Bob's address. Sign Ann in, and start an e-mail sign-in, a change of address, an OAuth sign-in and a ceremony. */
const setUp = async (strategy: 'jwt' | 'database'): Promise<Stage> => {
  const setup = setUpChange(
    { mode: 'both' },
    { config: { session: { strategy }, experimental: { enableWebAuthn: true } }, otherProviders: [github, Passkey()] },
  )
  const bob = await signInByMail(setup, FORMER)
  await requestChange(bob, BOB)
  await bob.get(linkTo(setup, BOB))
  const browser = await signInByMail(setup)
  const mail = await requestMail(setup, browser)
  await requestChange(browser)
  const csrf = (await (await browser.get('/auth/csrf')).json()) as { csrfToken: string }
  const leaving = await browser.post('/auth/signin/github')
  const options = (await (await browser.get('/auth/webauthn-options/passkey?action=authenticate')).json()) as Options
  // The names of attempt cookies are random, but their order is constant.
  const kept = Object.fromEntries(
    [...browser.cookies].map(([name, value], i) => [`cookie ${i} ${name.replace(/\.[0-9a-f]{12}$/, '')}`, value]),
  )
  const stored = [...setup.adapter.state().tokens.values()].map(({ token }, i) => [`stored ${i}`, token] as const)
  return {
    setup,
    browser,
    tokens: {
      ...kept,
      ...Object.fromEntries(stored),
      'sign-in token': mail.token,
      'sign-in code': mail.code ?? '',
      requested: member(mail.url, 'requested'),
      'change token': member(linkTo(setup), 'token'),
      'change code': codeTo(setup),
      'undo token': member(undoLinkTo(setup, FORMER), 'token'),
      state: member(fullLocation(leaving), 'state'),
      challenge: options.options.challenge,
      csrf: csrf.csrfToken,
    },
  }
}

type Endpoint = readonly [
  name: string,
  accepted: readonly string[],
  send: (stage: Stage, token: string) => Promise<boolean>,
]

const session = async (browser: TestBrowser): Promise<string | null | undefined> =>
  (await browser.session())?.user?.email

const isStored = ({ setup }: Stage, address: string): boolean =>
  [...setup.adapter.state().users.values()].some(({ email }) => email === address)

/** Every endpoint that accepts a token. `send` returns whether it did. Another browser sends if the token is not bound to one. */
const endpoints: readonly Endpoint[] = [
  [
    'the link of a sign-in e-mail',
    ['sign-in token'],
    async ({ setup }, token) => {
      const other = setup.browser()
      await other.post('/auth/callback/email', { token, email: ANN })
      return (await session(other)) !== undefined
    },
  ],
  [
    'the link of a sign-in e-mail, for the new address',
    [],
    async ({ setup }, token) => {
      const other = setup.browser()
      await other.post('/auth/callback/email', { token, email: NEW })
      return (await session(other)) !== undefined
    },
  ],
  [
    'the link to a new address',
    ['change token'],
    async (stage, token) => {
      await stage.browser.copy().post('/auth/change-email', { token })
      return isStored(stage, NEW)
    },
  ],
  [
    'the link that undoes a change of the address',
    ['undo token'],
    async (stage, token) => {
      await stage.setup.browser().post('/auth/undo-email', { token })
      return isStored(stage, FORMER)
    },
  ],
  [
    'the code of a sign-in e-mail',
    ['sign-in code'],
    async ({ setup, browser }, token) => {
      const own = Object.fromEntries([...browser.cookies].filter(([name]) => name.includes('.state.')))
      const tab = setup.browser(own)
      await tab.post('/auth/callback/email', { code: token })
      return (await session(tab)) !== undefined
    },
  ],
  [
    'the code to a new address',
    ['change code'],
    async (stage, token) => {
      await stage.browser.copy().post('/auth/account', { action: 'email-code', code: token })
      return isStored(stage, NEW)
    },
  ],
  [
    'a form without an origin',
    ['csrf'],
    async ({ browser }, token) => {
      const tab = browser.copy()
      await tab.post('/auth/signout', { csrfToken: token }, {})
      return (await session(tab)) === undefined
    },
  ],
]

const isSessionName = (name: string): boolean => name.endsWith('session-token')

for (const strategy of ['jwt', 'database'] as const) {
  test.each(endpoints)(`%s accepts only its own token (${strategy})`, async (_name, accepted, send) => {
    const names = Object.keys((await setUp(strategy)).tokens)
    expect(names.length).toBeGreaterThan(12)
    const successes: string[] = []
    for (const name of names) {
      const stage = await setUp(strategy)
      if (await send(stage, stage.tokens[name] ?? '')) successes.push(name)
    }
    expect(successes).toEqual(accepted)
  })
}

test.each(['jwt', 'database'] as const)('no sealed cookie is accepted as another one (%s)', async (strategy) => {
  const { setup, browser } = await setUp(strategy)
  const all = [...browser.cookies]
  const sealed = all.filter(([, value]) => value.startsWith('eyJ'))
  expect(sealed.length).toBeGreaterThan(5)
  for (const [name] of sealed) {
    for (const [other, value] of all) {
      if (other === name) continue
      const attacker = setup.browser({ [name]: value })
      expect([name, other, await session(attacker)]).toEqual([name, other, undefined])
      const asAnn = setup.browser({ ...Object.fromEntries(all.filter(([own]) => isSessionName(own))), [name]: value })
      const before = setup.notifications.length
      await requestChange(asAnn, `x${before}@new.example`)
      expect([name, other, setup.notifications.length]).toEqual([name, other, before])
    }
  }
})
