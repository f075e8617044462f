import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { defined } from '../../../base/record.ts'
import { messagesFor } from '../../../config/locale.ts'
import { renderChangeMessage, renderAddressInUseMessage } from '../../../protocols/email/sign-in-message.ts'
import { causeOf } from '../../../errors/auth-error.ts'
import { EmailSignInError, InvalidConfig } from '../../../errors/error-classes.ts'
import { sealEmailChange } from '../../../attempts/email-change-link.ts'
import type { EmailChangeAttempt } from '../../../attempts/attempt.ts'
import type { MailMessage } from '../../../types/providers.ts'
import { describeSpan } from '../../../i18n/time-spans.ts'
import type { Mailer } from './mailer.ts'
import { inTime } from '../send-mail.ts'
import { storedChange } from './change-token.ts'
import type { Code } from '../mail-token.ts'
import { mailFetch } from '../../../notifications/mail-fetch.ts'

/** A mail to a new address. */
export interface ChangeMail {
  readonly change: EmailChangeAttempt
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
  context: AuthContext,
  { resolved }: Mailer,
  { change, code, isTaken }: ChangeMail,
): Promise<Written> => {
  const { theme } = context.config
  const messages = await messagesFor(request, context)
  const host = new URL(request.origin).host
  const page = `${request.base}/account`
  // Made for a mail that has no use for it, too: no answer may come sooner because an address is taken.
  const token = await sealEmailChange(context, change)
  if (isTaken) return { message: renderAddressInUseMessage(host, messages, theme), url: page }
  const { hasLink, hasCode, codeAge } = resolved
  const url = hasLink ? `${request.base}/change-email?${new URLSearchParams({ token }).toString()}` : undefined
  const within = describeSpan(messages.lang, hasCode ? codeAge : change.expiresIn)
  const message = renderChangeMessage({ host, within, ...defined({ url, code: code?.shown }) }, messages, theme)
  return { message, url: url ?? page }
}

/** Store, then send; what could not be sent leaves nothing behind that works. */
export const sendChangeMail = async (
  request: RequestInternal,
  context: AuthContext,
  mailer: Mailer,
  letter: ChangeMail,
): Promise<void> => {
  const { resolved, send, store } = mailer
  const { provider } = resolved
  const { message, url } = await write(request, context, mailer, letter)
  const stored = await storedChange(context, letter.change)
  await store.createVerificationToken(stored)
  try {
    const sending = send({
      identifier: letter.change.to,
      url,
      provider,
      theme: context.config.theme,
      message,
      fetch: mailFetch(context, resolved),
    })
    await inTime(context, resolved, sending)
  } catch (error) {
    await Promise.resolve(store.useVerificationToken(stored)).catch(() => null)
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: provider.id, ...causeOf(error) })
  }
}
