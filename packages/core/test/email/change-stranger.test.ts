import { describe, expect, test } from 'vitest'
import { fullLocation, ORIGIN } from '@authwright/test-kit/auth-setup'
import {
  storedEmail,
  linkTo,
  mailsTo,
  setUpChange,
  NEW,
  confirmChange,
  signInByMail,
  requestChange,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const STRANGER = 'stranger@example.org'

describe.each(['database', 'jwt'] as const)('the link to a mistyped address (%s)', (strategy) => {
  const open = async () => {
    const setup = setUpChange({}, { config: { session: { strategy } } })
    const ann = await signInByMail(setup)
    await requestChange(ann)
    return { setup, ann, link: linkTo(setup) }
  }

  test('shows a stranger "sign in to finish", and changes nothing', async () => {
    const { setup, link } = await open()
    const stranger = setup.browser()
    for (const response of [await stranger.get(link), await confirmChange(stranger, link)]) {
      const page = await response.text()
      expect([response.status, page]).toEqual([200, expect.stringContaining('Sign in to finish')])
      expect(page).not.toContain(ANN)
    }
    expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
    expect(mailsTo(setup, ANN)).toEqual([])
  })

  test('tells a stranger with an account which account is signed in, and changes neither account', async () => {
    const { setup, link } = await open()
    const stranger = await signInByMail(setup, STRANGER)
    for (const response of [await stranger.get(link), await confirmChange(stranger, link)]) {
      const page = (await response.text()).replaceAll('<wbr />', '')
      expect(page).toContain('Sign in to finish')
      expect(page).toContain(STRANGER)
      expect(page).not.toContain(ANN)
    }
    expect([...setup.adapter.state().users.values()].map(({ email }) => email)).toEqual([ANN, STRANGER])
  })

  test('is finished by the user after a sign-in in another browser', async () => {
    const { setup, link } = await open()
    const phone = setup.browser()
    const page = await (await phone.get(link)).text()
    const signIn = /href="([^"]*\/auth\/signin\?[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(new URL(signIn, ORIGIN).searchParams.get('callbackUrl')).toBe(link)
    // Each sign-in by e-mail moves the time of the verification.
    setup.clock.forward(60)
    await signInByMail(setup, ANN, phone)
    expect((await phone.get(link)).status).toBe(200)
    expect(storedEmail(setup).email).toBe(ANN)
    expect(fullLocation(await confirmChange(phone, link))).toBe(CHANGED)
    expect(storedEmail(setup)).toEqual({ email: NEW, isVerified: true })
  })

  test('is finished by the user after switching the account', async () => {
    const { setup, link } = await open()
    const shared = await signInByMail(setup, STRANGER)
    expect(await (await shared.get(link)).text()).toContain('Sign out and continue')
    expect(fullLocation(await shared.post('/auth/signout', { callbackUrl: link }))).toBe(link)
    expect(await shared.session()).toBeNull()
    await signInByMail(setup, ANN, shared)
    expect(fullLocation(await confirmChange(shared, link))).toBe(CHANGED)
  })
})
