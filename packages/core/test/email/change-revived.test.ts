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

const LOST = `${ORIGIN}/auth/error?error=Verification`
const OTHER = 'ann@other.example'

const adapters = [
  ['that can delete tokens', {}],
  ['that cannot delete tokens', { deleteVerificationTokens: undefined }],
] as const

test.each(adapters)(
  'an adapter %s: an unused link ends when the address was changed and changed back',
  async (_, adapter) => {
    const setup = setUpChange({}, { adapter })
    const browser = await signInByMail(setup)
    await requestChange(browser, OTHER)
    const unused = linkTo(setup, OTHER)
    for (const email of [NEW, ANN]) {
      setup.clock.forward(60)
      await requestChange(browser, email)
      await browser.get(linkTo(setup, email))
      expect(storedEmail(setup).email).toBe(email)
    }
    expect(location(await confirmChange(browser, unused))).toBe(LOST)
    expect(storedEmail(setup).email).toBe(ANN)
  },
)

test.each(adapters)('an adapter %s: of two links to one address, both end after a change back', async (_, adapter) => {
  const setup = setUpChange({}, { adapter })
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
