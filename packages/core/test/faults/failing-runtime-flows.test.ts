import { describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { location, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { postResponse, fetchOptions } from '@authwright/test-kit/webauthn/passkey-setup'
import { failingSite, type FailingSite, type Part } from './failing-runtime-site.ts'

const DAY = 86_400
const NEW = { action: 'email-change', email: 'ann@new.example' }

const enter = (browser: TestBrowser): Promise<Response> => browser.post('/auth/callback/password')

const addPasskey = async (browser: TestBrowser): Promise<Passkey> => {
  const passkey = new Passkey()
  await postResponse(
    browser,
    'register',
    passkey.register((await fetchOptions(browser, { action: 'register' })).options),
  )
  return passkey
}

const nameOf = (passkey: Passkey) => passkey.id.toString('base64url')

interface Row {
  /** What happens before, and the request during which a part of the runtime fails. */
  readonly prepare: (it: FailingSite, browser: TestBrowser) => Promise<() => Promise<Response>>
  /** The parts that the request needs, by strategy if they differ. It succeeds without the other parts. */
  readonly needs: readonly Part[] | { readonly database: readonly Part[]; readonly jwt: readonly Part[] }
  /** Without this part the request succeeds and logs what it could not do. */
  readonly logs?: Part
}

const ALL: readonly Part[] = ['random', 'now', 'crypto']

const rows: Readonly<Record<string, Row>> = {
  'requesting a code': {
    needs: ALL,
    prepare: async (_it, browser) => () => browser.post('/auth/signin/mail', { email: 'ann@example.org' }),
  },
  'entering a code': {
    needs: ALL,
    prepare: async ({ mails }, browser) => {
      await browser.post('/auth/signin/mail', { email: 'ann@example.org' })
      return () => browser.post('/auth/callback/mail', { code: mails.at(-1)?.code ?? '' })
    },
  },
  'signing in with a password': { needs: ALL, prepare: async (_it, browser) => () => enter(browser) },
  'requesting the options of a passkey': {
    needs: ALL,
    prepare: async (_it, browser) => () => browser.get('/auth/webauthn-options/passkey?action=authenticate'),
  },
  'adding a passkey': {
    needs: ALL,
    prepare: async (_it, browser) => {
      await enter(browser)
      const data = new Passkey().register((await fetchOptions(browser, { action: 'register' })).options)
      return () => postResponse(browser, 'register', data)
    },
  },
  'signing in with a passkey': {
    // All keys were made when the passkey was added.
    needs: ['random', 'now'],
    prepare: async (it, browser) => {
      const own = it.browser()
      await enter(own)
      const passkey = await addPasskey(own)
      const data = passkey.assert((await fetchOptions(browser, { action: 'authenticate' })).options)
      return () => postResponse(browser, 'authenticate', data)
    },
  },
  'renaming a passkey': {
    // A session and a recent authentication that were opened before are cached and need no key.
    needs: ['now'],
    prepare: async (_it, browser) => {
      await enter(browser)
      const fields = { action: 'passkey-rename', credentialId: nameOf(await addPasskey(browser)), name: 'Blue' }
      return () => browser.post('/auth/account', fields)
    },
  },
  'deleting a passkey': {
    needs: ['now'],
    // The session keeps its token.
    logs: 'random',
    prepare: async (_it, browser) => {
      await enter(browser)
      const fields = { action: 'passkey-delete', credentialId: nameOf(await addPasskey(browser)) }
      return () => browser.post('/auth/account', fields)
    },
  },
  'unlinking an account': {
    needs: ['now'],
    // The session keeps its token.
    logs: 'random',
    prepare: async ({ adapter }, browser) => {
      const account = { provider: 'hub', providerAccountId: crypto.randomUUID() }
      await adapter.linkAccount({ ...account, type: 'oauth', userId: 'ann' })
      await enter(browser)
      // This sends a notification too, so that all keys for the next notification exist.
      await addPasskey(browser)
      return () => browser.post('/auth/account', { action: 'unlink', ...account })
    },
  },
  'reading a session': {
    // A session cookie that was opened before is cached and needs no key.
    needs: ['now'],
    prepare: async (_it, browser) => {
      await enter(browser)
      return () => browser.get('/auth/session')
    },
  },
  'renewing a session': {
    needs: { database: ['now'], jwt: ['now', 'random'] },
    prepare: async ({ clock }, browser) => {
      await enter(browser)
      clock.forward(2 * DAY)
      return () => browser.get('/auth/session')
    },
  },
  'signing out': {
    // Deleting a row does not need the clock. Reading the claims of a cookie does.
    needs: { database: [], jwt: ['now'] },
    prepare: async (_it, browser) => {
      await enter(browser)
      return () => browser.post('/auth/signout')
    },
  },
  'requesting an e-mail change': {
    needs: ALL,
    prepare: async (_it, browser) => {
      await enter(browser)
      return () => browser.post('/auth/account', NEW)
    },
  },
  'confirming the new address by a link': {
    needs: ALL,
    prepare: async ({ mails }, browser) => {
      await enter(browser)
      await browser.post('/auth/account', NEW)
      return () => browser.get(mails.at(-1)?.url ?? '')
    },
  },
  'confirming the new address by a code': {
    needs: ALL,
    prepare: async ({ mails }, browser) => {
      await enter(browser)
      const requested = await browser.post('/auth/account', NEW)
      // A change that was stored before the failure cannot be followed by another one.
      if (!location(requested).includes('done=email-sent')) return () => browser.get('/auth/account')
      return () => browser.post('/auth/account', { action: 'email-code', code: mails.at(-1)?.code ?? '' })
    },
  },
}

const isError = (response: Response): boolean => response.status >= 500 || location(response).includes('error=')

const who = async (browser: TestBrowser): Promise<unknown> => (await browser.session())?.user?.name ?? null

const isNeeded = ({ needs }: Row, strategy: 'database' | 'jwt', part: Part): boolean =>
  ('database' in needs ? needs[strategy] : needs).includes(part)

const cases = (['database', 'jwt'] as const).flatMap((strategy) =>
  Object.entries(rows).flatMap(([flow, row]) => ALL.map((part) => ({ strategy, flow, row, part }))),
)

describe('when a part of the runtime fails', () => {
  test.each(cases.filter(({ row, strategy, part }) => isNeeded(row, strategy, part)))(
    '$part while $flow ($strategy), no user is signed in or out, the error has a type, and the next request succeeds',
    async ({ strategy, row, part }) => {
      const it = await failingSite(strategy)
      const browser = it.browser()
      const act = await row.prepare(it, browser)
      // In a copy of the browser, because reading a session renews it.
      const before = await who(browser.copy())
      expect(it.errors).toEqual([])
      it.breaks(part)
      const response = await act()
      it.breaks()
      expect(isError(response)).toBe(true)
      const set = response.headers.getSetCookie()
      expect(set.filter((line) => !line.includes('Max-Age=0') || line.includes('session-token='))).toEqual([])
      expect(it.errors.length).toBeGreaterThan(0)
      for (const error of it.errors) expect(error).toBeInstanceOf(AuthError)
      expect(await who(browser)).toBe(before)
      const again = it.browser()
      expect(isError(await (await row.prepare(it, again))())).toBe(false)
    },
  )

  test.each(cases.filter(({ row, strategy, part }) => !isNeeded(row, strategy, part)))(
    '$part while $flow ($strategy), which does without, it goes as well as ever',
    async ({ strategy, row, part }) => {
      const it = await failingSite(strategy)
      const browser = it.browser()
      const act = await row.prepare(it, browser)
      it.breaks(part)
      const response = await act()
      it.breaks()
      expect(isError(response)).toBe(false)
      const logged = it.errors.map(({ name }) => name.includes('Session'))
      expect(logged).toEqual(row.logs === part ? [true] : [])
    },
  )
})
