import type { EmailConfig } from '@authwright/core'
import type { NotificationParams } from '@authwright/core/types'
import { ORIGIN } from '../site.ts'
import type { Visitor } from '../site.ts'
import { ANN, ask, makeWorld, type } from './setup.ts'
import type { World, WorldOptions } from './setup.ts'

/** A site on which addresses can be changed, with every mail that is no sign-in mail. */
export interface ChangeWorld extends World {
  readonly notices: NotificationParams[]
}

export const NEW = 'ann@new.example'

export const makeChangeWorld = (email: Partial<EmailConfig> = {}, options: WorldOptions = {}): ChangeWorld => {
  const notices: NotificationParams[] = []
  const world = makeWorld({ sendNotification: (params) => void notices.push(params), ...email }, options)
  return { ...world, notices }
}

/** Somebody who has just signed in by a mail. */
export const signedIn = async (world: World, email = ANN, browser = world.browser()): Promise<Visitor> => {
  const { url, code } = await ask(world, browser, email)
  await (code === undefined ? browser.get(url) : type(browser, code))
  if ((await browser.session()) === null) throw new Error('nobody is signed in')
  return browser
}

/** Ask for another address. */
export const wish = (browser: Visitor, email = NEW): Promise<Response> =>
  browser.post('/auth/account', { action: 'email-change', email })

/** The mails to an address, the newest first. */
export const mailsTo = (world: ChangeWorld, address: string): readonly NotificationParams[] =>
  world.notices.filter(({ identifier }) => identifier === address).toReversed()

/** The link of the newest mail to an address. */
export const linkTo = (world: ChangeWorld, address = NEW): string => {
  const link = mailsTo(world, address)[0]?.url ?? ''
  if (!link.startsWith(`${ORIGIN}/auth/change-email?`)) throw new Error(`no link went to ${address}`)
  return link
}

/** The code in the newest mail to an address. */
export const codeTo = (world: ChangeWorld, address = NEW): string =>
  /[A-Z]{4}-[A-Z]{4}/.exec(mailsTo(world, address)[0]?.message.text ?? '')?.[0] ?? ''

/** Press the button of the page that a link shows. */
export const pressChange = (browser: Visitor, link: string): Promise<Response> =>
  browser.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

/** The address that the database has of the one user there is, and whether it is proven. */
export const kept = (world: ChangeWorld): { readonly email: unknown; readonly isProven: boolean } => {
  const [user] = world.adapter.state().users.values()
  return { email: user?.email, isProven: user?.emailVerified instanceof Date }
}
