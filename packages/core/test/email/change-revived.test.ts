import { expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import {
  storedEmail,
  linkTo,
  setUpChange,
  NEW,
  confirmChange,
  signInByMail,
  requestChange,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const LOST = `${ORIGIN}/auth/account?error=Verification`
const OTHERS = ['ann@one.example', 'ann@two.example', 'ann@three.example']

const adapters = [
  ['with transactions', {}],
  ['without transactions and deletion of tokens', { transaction: undefined, deleteVerificationTokens: undefined }],
] as const

/** Without notifications a change can be followed by a change back at once. */
const setUp = (adapter: (typeof adapters)[number][1]) =>
  setUpChange({}, { adapter, config: { account: { notifications: false } } })

test.each(adapters)('unused links end when the address was changed and changed back (%s)', async (_, adapter) => {
  const setup = setUp(adapter)
  const browser = await signInByMail(setup)
  for (const email of OTHERS) await requestChange(browser, email)
  const unused = OTHERS.map((email) => linkTo(setup, email))
  for (const email of [NEW, ANN]) {
    setup.clock.forward(60)
    await requestChange(browser, email)
    await browser.get(linkTo(setup, email))
    expect(storedEmail(setup).email).toBe(email)
  }
  const responses = await Promise.all(unused.map((link) => confirmChange(browser.copy(), link)))
  expect(responses.map(location)).toEqual(responses.map(() => LOST))
  expect(storedEmail(setup).email).toBe(ANN)
})

test.each(adapters)('of two links to one address, both end after a change back (%s)', async (_, adapter) => {
  const setup = setUp(adapter)
  const browser = await signInByMail(setup)
  await requestChange(browser)
  const first = linkTo(setup)
  setup.clock.forward(60)
  await requestChange(browser)
  await browser.get(linkTo(setup))
  setup.clock.forward(60)
  await requestChange(browser, ANN)
  await browser.get(linkTo(setup, ANN))
  expect(storedEmail(setup).email).toBe(ANN)
  expect(location(await confirmChange(browser, first))).toBe(LOST)
  expect(storedEmail(setup).email).toBe(ANN)
})
