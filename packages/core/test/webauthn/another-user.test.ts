import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import {
  fetchOptions,
  lastReason,
  postResponse,
  setUpPasskeys,
  signUp,
} from '@authwright/test-kit/webauthn/passkey-setup'
import { choose, CHOOSE, readQuestion } from '@authwright/test-kit/linking/account-question'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { describe, expect, test } from 'vitest'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

const emailOf = async (browser: TestBrowser): Promise<unknown> => (await browser.session())?.user?.email

const usePasskey = async (browser: TestBrowser, passkey: Passkey, account?: 'any'): Promise<string> => {
  const query = { action: 'authenticate', ...(account && { account }) }
  const { options } = await fetchOptions(browser, query)
  return location(await postResponse(browser, 'authenticate', passkey.assert(options), { callbackUrl: '/settings' }))
}

describe.each(['database', 'jwt'] as const)(
  'a signed-in user who uses the passkey of another user (%s)',
  (strategy) => {
    /** Ann is signed in, and the device has a passkey of Ann and one of Bob. */
    const setUp = async () => {
      const setup = setUpPasskeys({ config: { session: { strategy } } })
      const [own, other] = [new Passkey(), new Passkey()]
      await signUp(setup, other, BOB)
      return { setup, own, other, browser: await signUp(setup, own, ANN) }
    }

    test('is asked which account to use, and stays signed in until then', async () => {
      const { browser, other } = await setUp()
      expect(await usePasskey(browser, other, 'any')).toBe(CHOOSE)
      const { text, buttons } = await readQuestion(browser)
      expect(text).toContain(`You are signed in as ${ANN}. The passkey you used belongs to ${BOB}.`)
      expect(Object.entries(buttons)).toEqual([
        ['stay', `Stay signed in as ${ANN}`],
        ['sign-in', `Sign in as ${BOB}`],
      ])
      expect(await emailOf(browser)).toBe(ANN)
      expect(await choose(browser, 'stay')).toBe(`${ORIGIN}/settings`)
      expect(await emailOf(browser)).toBe(ANN)
    })

    test('can use the other account', async () => {
      const { browser, other, setup } = await setUp()
      await usePasskey(browser, other, 'any')
      expect(await choose(browser, 'connect')).toBe(CHOOSE)
      expect(await choose(browser, 'sign-in')).toBe(`${ORIGIN}/settings`)
      expect(await emailOf(browser)).toBe(BOB)
      expect(setup.adapter.state().users.size).toBe(2)
    })

    test('is not asked about a passkey of their own', async () => {
      const { browser, own } = await setUp()
      expect(await usePasskey(browser, own, 'any')).toBe(`${ORIGIN}/settings`)
      expect(await emailOf(browser)).toBe(ANN)
    })

    test('must use one of their own to authenticate again', async () => {
      const { setup, browser, own, other } = await setUp()
      const { options } = await fetchOptions(browser, { action: 'authenticate' })
      expect(options.allowCredentials).toMatchObject([{ id: own.id.toString('base64url') }])
      expect(await usePasskey(browser, other)).toContain('error=WebAuthnVerificationError')
      expect(lastReason(setup)).toBe('not-listed')
      const page = async (query: string) => (await browser.get(`/auth/signin?${query}`)).text()
      expect(await page('error=ReauthenticationRequired')).toContain(
        'data-options-url="/auth/webauthn-options/passkey"',
      )
      expect(await page('')).toContain('data-options-url="/auth/webauthn-options/passkey?account=any"')
    })
  },
)
