import { describe, expect, test } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters.ts'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  confirmChange,
  linkTo,
  mailsTo,
  NEW,
  requestChange,
  setUpChange,
  signInByMail,
  storedEmail,
  undoChange,
  undoLinkTo,
  type ChangeSetup,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const LOST = `${ORIGIN}/auth/account?error=Verification`
const WAIT = `${ORIGIN}/auth/account?change=email-change&error=EmailChangeTooSoon`
const WINDOW = 72 * 3600
const THIEF = 'thief@one.example'

type Methods = { readonly [Method in keyof Adapter]?: undefined }

const adapters: readonly (readonly [string, Methods])[] = [
  ['with transactions', {}],
  ['without transactions', { transaction: undefined, deleteVerificationTokens: undefined }],
  [
    'as published for Auth.js',
    { transaction: undefined, deleteVerificationTokens: undefined, getVerificationToken: undefined },
  ],
]

/** A browser with a recent sign-in of a user who has had the address for longer than a window. */
const signInLater = async (setup: ChangeSetup, email = ANN): Promise<TestBrowser> => {
  await signInByMail(setup, email)
  setup.clock.forward(WINDOW + 1)
  return signInByMail(setup, email)
}

/** Change the address. Returns the undo link to the previous address. */
const change = async (setup: ChangeSetup, browser: TestBrowser, from: string, to: string): Promise<string> => {
  setup.clock.forward(60)
  await requestChange(browser, to)
  expect(fullLocation(await browser.get(linkTo(setup, to)))).toBe(CHANGED)
  return undoLinkTo(setup, from)
}

describe.each(adapters)('an address that was changed (adapter %s)', (_what, adapter) => {
  const open = async () => {
    const setup = setUpChange({}, { adapter })
    return { setup, browser: await signInLater(setup) }
  }

  test('cannot be changed again while the change can be undone, and the page says when', async () => {
    const { setup, browser } = await open()
    const link = await change(setup, browser, ANN, NEW)
    const refused = await requestChange(browser, THIEF)
    expect(fullLocation(refused)).toBe(`${WAIT}&retryAfter=${WINDOW}`)
    const text = await (await browser.get(fullLocation(refused))).text()
    for (const expected of ['was changed or confirmed only recently', 'in 72 hours', 'link that undoes the change'])
      expect(text).toContain(expected)
    expect(mailsTo(setup, THIEF)).toEqual([])
    await undoChange(setup.browser(), link)
    expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
  })

  test('can be changed again when the change cannot be undone any more', async () => {
    const { setup, browser } = await open()
    const link = await change(setup, browser, ANN, NEW)
    setup.clock.forward(WINDOW + 1)
    await change(setup, await signInByMail(setup, NEW), NEW, ANN)
    setup.clock.forward(-WINDOW)
    expect(location(await undoChange(browser, link))).not.toBe(CHANGED)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('cannot be changed by a request from before the change', async () => {
    const { setup, browser } = await open()
    await requestChange(browser, THIEF)
    await change(setup, browser, ANN, NEW)
    expect(location(await confirmChange(browser, linkTo(setup, THIEF)))).toBe(LOST)
    expect(storedEmail(setup).email).toBe(NEW)
  })

  test('cannot be changed by requests from before the undoing, not even by several at the same moment', async () => {
    const { setup, browser } = await open()
    const pending = [1, 2, 3].map((i) => `thief${i}@one.example`)
    for (const email of pending) await requestChange(browser, email)
    await undoChange(setup.browser(), await change(setup, browser, ANN, NEW))
    setup.clock.forward(60)
    await signInByMail(setup, ANN, browser)
    await Promise.all(pending.map((email) => confirmChange(browser.copy(), linkTo(setup, email))))
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('can be undone if two changes were confirmed at the same moment', async () => {
    const { setup, browser } = await open()
    const both = [NEW, THIEF]
    for (const email of both) await requestChange(browser, email)
    await Promise.all(both.map((email) => confirmChange(browser.copy(), linkTo(setup, email))))
    expect(both).toContain(storedEmail(setup).email)
    for (const { url } of mailsTo(setup, ANN)) await undoChange(setup.browser(), url)
    expect(storedEmail(setup).email).toBe(ANN)
  })
})

describe.each(adapters)(
  'an address that the adapter returns in another case from now on (adapter %s)',
  (_what, methods) => {
    const open = async () => {
      let isUpper = false
      const inCase = (user: AdapterUser | null) =>
        user === null || !isUpper ? user : { ...user, email: user.email?.toUpperCase() }
      const adapter: Adapter = {
        getUser: async (id) => inCase(await setup.adapter.getUser(id)),
        getUserByEmail: async (email) => inCase(await setup.adapter.getUserByEmail(email)),
        transaction: (work) => setup.adapter.transaction((inner) => work({ ...inner, ...adapter })),
      }
      const setup: ChangeSetup = setUpChange({}, { adapter: { ...adapter, ...methods } })
      return { setup, browser: await signInLater(setup), toUpper: () => void (isUpper = true) }
    }

    test('cannot be changed again while the change can be undone, and the change can be undone', async () => {
      const { setup, browser, toUpper } = await open()
      const link = await change(setup, browser, ANN, NEW)
      toUpper()
      expect(fullLocation(await requestChange(browser, THIEF))).toContain(WAIT)
      expect((await setup.browser().get(link)).status).toBe(200)
      for (const _click of [1, 2]) expect((await undoChange(setup.browser(), link)).status).toBe(200)
      expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
    })

    test('can be changed by a request from before, and a second click is not an error', async () => {
      const { setup, browser, toUpper } = await open()
      await requestChange(browser)
      toUpper()
      for (const _click of [1, 2]) expect(fullLocation(await browser.get(linkTo(setup)))).toBe(CHANGED)
      expect(storedEmail(setup).email).toBe(NEW)
      expect((await undoChange(setup.browser(), undoLinkTo(setup, 'ANN@example.org'))).status).toBe(200)
      expect(storedEmail(setup).email).toBe(ANN)
    })
  },
)

describe.each(adapters.slice(0, 2))('after an undone change (adapter %s)', (_what, adapter) => {
  test('the address can be changed at once, also to the same address, and that can be undone', async () => {
    const setup = setUpChange({}, { adapter })
    for (let i = 0; i < 2; i += 1) {
      const link = await change(setup, await signInByMail(setup), ANN, NEW)
      expect(fullLocation(await requestChange(await signInByMail(setup, NEW), THIEF))).toContain(WAIT)
      await undoChange(setup.browser(), link)
      expect(storedEmail(setup).email).toBe(ANN)
    }
  })

  test('a change is possible at once if notifications are off', async () => {
    const setup = setUpChange({}, { adapter, config: { account: { notifications: false } } })
    const browser = await signInByMail(setup)
    for (const email of [NEW, THIEF]) {
      await requestChange(browser, email)
      expect(fullLocation(await browser.get(linkTo(setup, email)))).toBe(CHANGED)
    }
  })
})

test('a new user of an adapter that cannot read tokens waits before the first change', async () => {
  const setup = setUpChange({}, { adapter: { getVerificationToken: undefined } })
  const browser = await signInByMail(setup)
  expect(fullLocation(await requestChange(browser))).toContain(WAIT)
  const [id = ''] = setup.adapter.state().users.keys()
  await setup.adapter.updateUser({ id, emailVerified: null })
  await requestChange(browser)
  expect(fullLocation(await browser.get(linkTo(setup)))).toBe(CHANGED)
})

test('a window that is hidden at the request is found when the change is applied', async () => {
  let isHidden = false
  const setup: ChangeSetup = setUpChange(
    {},
    {
      adapter: {
        getVerificationToken: (key) => {
          const row = [...setup.adapter.state().tokens.values()].find(({ token }) => token === key.token) ?? null
          return isHidden ? null : row
        },
      },
    },
  )
  const browser = await signInByMail(setup)
  await change(setup, browser, ANN, NEW)
  isHidden = true
  await requestChange(browser, THIEF)
  isHidden = false
  expect(location(await browser.get(linkTo(setup, THIEF)))).toContain('error=EmailChangeTooSoon')
  expect(storedEmail(setup).email).toBe(NEW)
})

describe('a write that gets no response', () => {
  test('and is made later can be undone by the previous address', async () => {
    const late: (() => Promise<unknown>)[] = []
    let isSlow = false
    const setup: ChangeSetup = setUpChange(
      {},
      {
        config: { adapterTimeout: 20 },
        runtime: {
          after: (milliseconds, work) => {
            const timer = setTimeout(work, milliseconds)
            return () => clearTimeout(timer)
          },
        },
        adapter: {
          transaction: undefined,
          updateUser: (user) => {
            const write = async () => setup.adapter.updateUser(user)
            if (!isSlow) return write()
            late.push(write)
            return new Promise<never>(() => undefined)
          },
        },
      },
    )
    const browser = await signInByMail(setup)
    await requestChange(browser, THIEF)
    isSlow = true
    expect(location(await confirmChange(browser, linkTo(setup, THIEF)))).not.toBe(CHANGED)
    isSlow = false
    expect(storedEmail(setup).email).toBe(ANN)
    for (const write of late) await write()
    expect(storedEmail(setup).email).toBe(THIEF)
    await undoChange(setup.browser(), undoLinkTo(setup, ANN))
    expect(storedEmail(setup).email).toBe(ANN)
  })
})

describe.each(adapters.slice(0, 2))('an address that a user never verified (adapter %s)', (_what, adapter) => {
  const claim = async (setup: ChangeSetup, email: string): Promise<string> => {
    const { id } = await setup.adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
    return id
  }

  test('goes to the user who undoes a change', async () => {
    const updates: unknown[] = []
    const events = { updateUser: ({ user }: { user: { id?: string } }) => void updates.push(user.id) }
    const setup = setUpChange({}, { adapter, config: { events } })
    const link = await change(setup, await signInByMail(setup), ANN, NEW)
    const [id] = setup.adapter.state().users.keys()
    const claimant = await claim(setup, ANN)
    expect((await setup.browser().get(link)).status).toBe(200)
    expect((await undoChange(setup.browser(), link)).status).toBe(200)
    expect((await setup.adapter.getUserByEmail(ANN))?.id).toBe(id)
    expect((await setup.adapter.getUser(claimant))?.email).toBeNull()
    expect(updates.slice(-2)).toEqual([claimant, id])
  })

  test('goes to the user who changes to it', async () => {
    const setup = setUpChange({}, { adapter })
    const browser = await signInByMail(setup)
    const claimant = await claim(setup, NEW)
    await requestChange(browser)
    expect(fullLocation(await browser.get(linkTo(setup)))).toBe(CHANGED)
    expect((await setup.adapter.getUser(claimant))?.email).toBeNull()
  })

  test('stays if the user verifies it before the change is confirmed', async () => {
    const setup = setUpChange({}, { adapter })
    const browser = await signInByMail(setup)
    const claimant = await claim(setup, NEW)
    await requestChange(browser)
    await signInByMail(setup, NEW)
    expect(fullLocation(await browser.get(linkTo(setup)))).toContain('error=AccountNotLinked')
    expect((await setup.adapter.getUserByEmail(NEW))?.id).toBe(claimant)
  })
})

test('a mail server that does not respond delays neither the end of the other sessions nor the new token', async () => {
  const seen: string[][] = []
  const setup: ChangeSetup = setUpChange({
    sendNotification: (params) => {
      setup.notifications.push(params)
      seen.push([...setup.adapter.state().sessions.values()].map(({ sessionToken }) => sessionToken))
    },
  })
  const browser = await signInByMail(setup)
  await signInByMail(setup)
  await requestChange(browser)
  await browser.get(linkTo(setup))
  const [before = [], after = []] = seen
  expect([before.length, after.length]).toEqual([2, 1])
  expect(before).not.toContain(after[0])
})
