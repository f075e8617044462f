import type { EmailConfig } from '@authwright/core'
import type { NotificationParams } from '@authwright/core/types'
import { ORIGIN, type TestBrowser } from '../auth-setup.ts'
import { ANN, requestMail, setUpEmail, submitCode, type EmailSetup, type EmailSetupOptions } from './email-setup.ts'

/** An application where users can change their address. It records every e-mail that is not a sign-in e-mail. */
export interface ChangeSetup extends EmailSetup {
  readonly notifications: NotificationParams[]
}

export const NEW = 'ann@new.example'

export const setUpChange = (email: Partial<EmailConfig> = {}, options: EmailSetupOptions = {}): ChangeSetup => {
  const notifications: NotificationParams[] = []
  const setup = setUpEmail({ sendNotification: (params) => void notifications.push(params), ...email }, options)
  return { ...setup, notifications }
}

/** Sign a user in by e-mail. Returns the browser. */
export const signInByMail = async (setup: EmailSetup, email = ANN, browser = setup.browser()): Promise<TestBrowser> => {
  const { url, code } = await requestMail(setup, browser, email)
  await (code === undefined ? browser.get(url) : submitCode(browser, code))
  if ((await browser.session()) === null) throw new Error('The sign-in failed')
  return browser
}

/** Request a change to a new address. */
export const requestChange = (browser: TestBrowser, email = NEW): Promise<Response> =>
  browser.post('/auth/account', { action: 'email-change', email })

/** The e-mails to an address, the latest first. */
export const mailsTo = (setup: ChangeSetup, address: string): readonly NotificationParams[] =>
  setup.notifications.filter(({ identifier }) => identifier === address).toReversed()

const findLink = (setup: ChangeSetup, address: string, action: string): string => {
  const link = mailsTo(setup, address)[0]?.url ?? ''
  if (!link.startsWith(`${ORIGIN}/auth/${action}?`)) throw new Error(`No link was sent to ${address}`)
  return link
}

/** The link in the latest e-mail to an address. */
export const linkTo = (setup: ChangeSetup, address = NEW): string => findLink(setup, address, 'change-email')

/** The link that undoes a change, in the latest e-mail to an address. */
export const undoLinkTo = (setup: ChangeSetup, address: string): string => findLink(setup, address, 'undo-email')

/** The code in the latest e-mail to an address. */
export const codeTo = (setup: ChangeSetup, address = NEW): string =>
  // On its own line, because the link can contain such letters too.
  /^[A-Z]{4}-[A-Z]{4}$/m.exec(mailsTo(setup, address)[0]?.message.text ?? '')?.[0] ?? ''

/** Submit the confirmation page of a link. */
export const confirmChange = (browser: TestBrowser, link: string): Promise<Response> =>
  browser.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

/** Submit the page of a link that undoes a change. */
export const undoChange = (browser: TestBrowser, link: string): Promise<Response> =>
  browser.post('/auth/undo-email', Object.fromEntries(new URL(link).searchParams))

/** The address of the only user in the database, and whether it is verified. */
export const storedEmail = (setup: ChangeSetup): { readonly email: unknown; readonly isVerified: boolean } => {
  const [user] = setup.adapter.state().users.values()
  return { email: user?.email, isVerified: user?.emailVerified instanceof Date }
}
