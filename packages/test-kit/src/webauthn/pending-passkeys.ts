import { randomBytes } from 'node:crypto'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import type { Adapter } from '@authwright/core'
import { expect, test } from 'vitest'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '../auth-setup.ts'
import { Passkey } from './authenticator.ts'
import { chooseOnPage } from './keep-passkey.ts'
import { recordingMailer, register, signIn, type PasskeySetup } from './passkey-setup.ts'

const HOME = `${ORIGIN}/`

/** Rules for a passkey that waits for the e-mail of its sign-up, for any adapter with passkeys. */
export const pendingPasskeyRules = (open: () => Adapter): void => {
  const setUp = (strategy: 'database' | 'jwt') => {
    const adapter = open()
    const mails: PasskeySetup['mails'] = []
    const providers = [
      passkeyProvider(),
      recordingMailer(mails, adapter.incrementCounter === undefined ? 'link' : 'both'),
    ]
    const setup = setUpAuth({ providers, adapter, experimental: { enableWebAuthn: true }, session: { strategy } })
    const email = `${randomBytes(6).toString('hex')}@example.org`
    return { ...setup, adapter, email, openMail: (browser: TestBrowser) => browser.get(mails.at(-1)?.url ?? '') }
  }
  const addUser = async (adapter: Adapter, email: string): Promise<void> => {
    await adapter.createUser?.({ id: randomBytes(8).toString('hex'), email, emailVerified: new Date(), name: null })
  }
  const canSignIn = async (browser: TestBrowser, passkey: Passkey): Promise<boolean> => {
    await signIn(browser, passkey)
    return (await browser.session()) !== null
  }
  const cases = (['database', 'jwt'] as const).flatMap((strategy) =>
    (['a new', 'an existing'] as const).map((who) => [who, strategy] as const),
  )

  test.each(cases)('is stored when %s user keeps it (%s sessions)', async (who, strategy) => {
    const { adapter, browser, email, openMail, errors } = setUp(strategy)
    if (who === 'an existing') await addUser(adapter, email)
    const [visitor, passkey] = [browser(), new Passkey()]
    await register(visitor, passkey, email)
    const page = location(await openMail(visitor))
    expect(await canSignIn(browser(), passkey)).toBe(false)
    expect(location(await chooseOnPage(visitor, page, 'keep'))).toBe(HOME)
    expect(await canSignIn(browser(), passkey)).toBe(true)
    expect(errors.map(String).filter((error) => !error.includes('WebAuthnVerificationError'))).toEqual([])
  })

  test.each(cases)('is not stored when %s user does not keep it (%s sessions)', async (who, strategy) => {
    const { adapter, browser, email, openMail } = setUp(strategy)
    if (who === 'an existing') await addUser(adapter, email)
    const [visitor, passkey] = [browser(), new Passkey()]
    await register(visitor, passkey, email)
    const page = location(await openMail(visitor))
    expect(location(await chooseOnPage(visitor, page, 'discard'))).toBe(HOME)
    expect(location(await chooseOnPage(visitor, page, 'keep'))).not.toBe(HOME)
    expect(await canSignIn(browser(), passkey)).toBe(false)
  })

  test.each(cases)(
    'of an attacker is not attached to %s user who opens the link (%s sessions)',
    async (who, strategy) => {
      const { adapter, browser, email, openMail } = setUp(strategy)
      if (who === 'an existing') await addUser(adapter, email)
      const [attacker, passkey] = [browser(), new Passkey()]
      await register(attacker, passkey, email)
      // The attacker injects the cookies of the own sign-up into the browser of the victim.
      const victim = browser(Object.fromEntries(attacker.cookies))
      const page = location(await openMail(victim))
      expect((await victim.session())?.user?.email).toBe(email)
      expect(await (await victim.get(page)).text()).toContain(email.replace('@', '<wbr />@'))
      expect(await canSignIn(attacker, passkey)).toBe(false)
    },
  )
}
