import type { KnownUser } from '../accounts/identity.ts'
import { DAY } from '../base/time.ts'
import { wordsFor } from '../config/language.ts'
import { isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { checkAddress } from '../email/address.ts'
import { readAskedFrom } from '../email/asked-from.ts'
import { renderNotice } from '../email/notice.ts'
import type { Change } from '../email/notice.ts'
import { because } from '../errors/because.ts'
import { EmailSignInError, TooManyRequests } from '../errors/classes.ts'
import { within } from '../runtime/deadline.ts'
import type { MailMessage } from '../types/mail.ts'
import type { RequestInternal } from '../web/request.ts'
import { describeMoment } from '../words/spans.ts'
import { whileCounted } from './limit.ts'
import { mailFetch } from './email/mail-fetch.ts'
import { findNoticeSender } from './notice-sender.ts'
import type { NoticeSender } from './notice-sender.ts'

/** Notices that one address gets within a day. Whoever gets the last of them knows that something is going on. */
const MOST = 10

/** Milliseconds that a change waits for its notice; what takes longer goes on by itself. */
const LONGEST = 5000

/** The address that the person had proven, if any: at another one a stranger would learn of the account. */
const provenAddress = (user: KnownUser): string | undefined =>
  typeof user.email === 'string' && isProven(user) ? checkAddress(user.email) : undefined

const writeMessage = async (request: RequestInternal, site: Site, change: Change): Promise<MailMessage> => {
  const words = await wordsFor(request, site)
  const { browser, system } = readAskedFrom(request.headers.get('user-agent'))
  const contents = {
    host: new URL(request.origin).host,
    url: `${request.base}/account`,
    change,
    time: describeMoment(words.lang, site.runtime.now()),
    browser: browser === undefined || system === undefined ? browser : words.confirmLink.browserOn(browser, system),
  }
  return renderNotice(contents, words, site.config.theme)
}

const deliver = async (
  request: RequestInternal,
  site: Site,
  { resolved, send }: NoticeSender,
  identifier: string,
  change: Change,
): Promise<void> => {
  const { provider } = resolved
  const limit = { what: 'notice day', whose: identifier, most: MOST, window: DAY }
  await whileCounted(site, [limit], async () =>
    send({
      identifier,
      url: `${request.base}/account`,
      provider,
      theme: site.config.theme,
      message: await writeMessage(request, site, change),
      fetch: mailFetch(site, resolved),
    }),
  )
}

/**
 * Tell somebody by mail that their account was changed: at the address that they had proven before, which is why `user` is the
 * user as they were. To be called when the change is kept; a notice that cannot be sent is logged and changes nothing.
 */
export const sendNotice = async (
  request: RequestInternal,
  site: Site,
  user: KnownUser,
  change: Change,
): Promise<void> => {
  if (!site.config.account.notices) return
  const late = (): EmailSignInError => new EmailSignInError('The notice took too long')
  try {
    const sender = findNoticeSender(site)
    const address = sender === undefined ? undefined : provenAddress(user)
    if (sender === undefined || address === undefined) return
    await within(site.runtime.after, LONGEST, deliver(request, site, sender, address, change), late)
  } catch (error) {
    const why = error instanceof TooManyRequests ? 'There were too many notices today' : 'The notice could not be sent'
    site.config.logger.error(new EmailSignInError(why, because(error)))
  }
}
