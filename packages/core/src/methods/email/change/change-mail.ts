import type { EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { sealEmailChange } from '../../../attempts/email-change-link.ts'
import { defined } from '../../../base/record.ts'
import { messagesFor } from '../../../config/locale.ts'
import { describeSpan } from '../../../i18n/time-spans.ts'
import { mailFetch } from '../../../notifications/mail-fetch.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../protocols/email/sign-in-message.ts'
import type { MailMessage } from '../../../types/providers.ts'
import type { Code } from '../mail-token.ts'
import { sendWithToken } from '../send-mail.ts'
import type { ChangeRequest } from './change-request.ts'
import { toStoredChange } from './change-token.ts'

/** A mail to a new address. */
export interface ChangeMail {
  readonly change: EmailChangeAttempt
  readonly code: Code | undefined
  /** Whether the address belongs to another user. Then the mail says so and has no link or code. */
  readonly isTaken: boolean
}

const renderMail = async (
  { request, context, resolved }: ChangeRequest,
  { change, code, isTaken }: ChangeMail,
): Promise<{ readonly message: MailMessage; readonly url: string }> => {
  const { theme } = context.config
  const messages = await messagesFor(request, context)
  const host = new URL(request.origin).host
  const page = `${request.base}/account`
  // Sealed even if it is not used: the time of the response must not tell whether an address is taken.
  const token = await sealEmailChange(context, change)
  if (isTaken) return { message: renderAddressInUseMessage(host, messages, theme), url: page }
  const { hasLink, hasCode, codeAge } = resolved
  const url = hasLink ? `${request.base}/change-email?${new URLSearchParams({ token }).toString()}` : undefined
  const within = describeSpan(messages.lang, hasCode ? codeAge : change.expiresIn)
  const message = renderChangeMessage({ host, within, ...defined({ url, code: code?.shown }) }, messages, theme)
  return { message, url: url ?? page }
}

/** Store a requested change, then send the mail to the new address. */
export const sendChangeMail = async (changeRequest: ChangeRequest, mail: ChangeMail): Promise<void> => {
  const { context, resolved, send } = changeRequest
  const { message, url } = await renderMail(changeRequest, mail)
  const row = await toStoredChange(context, mail.change)
  await sendWithToken(changeRequest, row, () =>
    send({
      identifier: mail.change.to,
      url,
      provider: resolved.provider,
      theme: context.config.theme,
      message,
      fetch: mailFetch(context, resolved),
    }),
  )
}
