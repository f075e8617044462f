import { defined } from '../../../base/record.ts'
import { wordsFor } from '../../../config/language.ts'
import type { Site } from '../../../config/site.ts'
import { renderChange, renderTaken } from '../../../email/change-message.ts'
import { because } from '../../../errors/because.ts'
import { EmailSignInError, InvalidConfig } from '../../../errors/classes.ts'
import { sealChange } from '../../../transactions/change.ts'
import type { ChangeTransaction } from '../../../transactions/transaction.ts'
import type { MailMessage } from '../../../types/mail.ts'
import type { RequestInternal } from '../../../web/request.ts'
import { describeSpan } from '../../../words/spans.ts'
import type { Mailer } from './mailer.ts'
import { inTime } from '../send.ts'
import { storedChange } from './token.ts'
import type { Code } from '../token.ts'
import { mailFetch } from '../mail-fetch.ts'

/** A mail to a new address. */
export interface ChangeLetter {
  readonly change: ChangeTransaction
  readonly code: Code | undefined
  /** Whether the address belongs to somebody else: then the mail says so, and brings nothing. */
  readonly isTaken: boolean
}

interface Written {
  readonly message: MailMessage
  /** The link, or where there is none the account page. */
  readonly url: string
}

const write = async (
  request: RequestInternal,
  site: Site,
  { resolved }: Mailer,
  { change, code, isTaken }: ChangeLetter,
): Promise<Written> => {
  const { theme } = site.config
  const words = await wordsFor(request, site)
  const host = new URL(request.origin).host
  const page = `${request.base}/account`
  // Made for a mail that has no use for it, too: no answer may come sooner because an address is taken.
  const token = await sealChange(site, change)
  if (isTaken) return { message: renderTaken(host, words, theme), url: page }
  const { hasLink, hasCode, codeAge } = resolved
  const url = hasLink ? `${request.base}/change-email?${new URLSearchParams({ token }).toString()}` : undefined
  const within = describeSpan(words.lang, hasCode ? codeAge : change.lasts)
  const message = renderChange({ host, within, ...defined({ url, code: code?.shown }) }, words, theme)
  return { message, url: url ?? page }
}

/** Store, then send; what could not be sent leaves nothing behind that works. */
export const deliverChange = async (
  request: RequestInternal,
  site: Site,
  mailer: Mailer,
  letter: ChangeLetter,
): Promise<void> => {
  const { resolved, send, store } = mailer
  const { provider } = resolved
  const { message, url } = await write(request, site, mailer, letter)
  const stored = await storedChange(site, letter.change)
  await store.createVerificationToken(stored)
  try {
    const sending = send({
      identifier: letter.change.to,
      url,
      provider,
      theme: site.config.theme,
      message,
      fetch: mailFetch(site, resolved),
    })
    await inTime(site, resolved, sending)
  } catch (error) {
    await Promise.resolve(store.useVerificationToken(stored)).catch(() => null)
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: provider.id, ...because(error) })
  }
}
