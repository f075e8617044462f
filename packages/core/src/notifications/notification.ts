import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { StoredUser } from '../accounts/identity.ts'
import { DAY } from '../base/time.ts'
import { messagesFor } from '../config/locale.ts'
import { isEmailVerified } from '../store/rows.ts'
import { checkAddress } from '../protocols/email/address.ts'
import { readUserAgentInfo } from '../protocols/email/user-agent-info.ts'
import { renderNotification } from '../protocols/email/notification-mail.ts'
import type { AccountChange } from '../protocols/email/notification-mail.ts'
import { causeOf } from '../errors/auth-error.ts'
import { EmailSignInError, TooManyRequests } from '../errors/error-classes.ts'
import { withTimeout } from '../runtime/deadline.ts'
import type { MailMessage } from '../types/providers.ts'
import { describeMoment } from '../i18n/time-spans.ts'
import { spend } from '../limits/limits.ts'
import { mailFetch } from './mail-fetch.ts'
import { findNotificationSender } from './notification-sender.ts'
import type { NotificationSender } from './notification-sender.ts'

/** Notifications that one address gets per day. */
const MAX_PER_DAY = 10

/** Milliseconds that a request waits for its notification. After that the mail is still sent in the background. */
const MAX_WAIT = 5000

/** The verified address of the user, if any. An unverified address may belong to a stranger. */
const verifiedAddress = (user: StoredUser): string | undefined =>
  typeof user.email === 'string' && isEmailVerified(user) ? checkAddress(user.email) : undefined

const writeMessage = async (
  request: RequestInternal,
  context: AuthContext,
  change: AccountChange,
): Promise<MailMessage> => {
  const messages = await messagesFor(request, context)
  const { browser, system } = readUserAgentInfo(request.headers.get('user-agent'))
  const contents = {
    host: new URL(request.origin).host,
    url: `${request.base}/account`,
    change,
    time: describeMoment(messages.lang, context.runtime.now()),
    browser: browser === undefined || system === undefined ? browser : messages.confirmLink.browserOn(browser, system),
  }
  return renderNotification(contents, messages, context.config.theme)
}

const deliver = async (
  request: RequestInternal,
  context: AuthContext,
  { resolved, send }: NotificationSender,
  identifier: string,
  change: AccountChange,
): Promise<void> => {
  const { provider } = resolved
  await spend(context, [{ name: 'notification day', key: identifier, max: MAX_PER_DAY, window: DAY }])
  await send({
    identifier,
    url: `${request.base}/account`,
    provider,
    theme: context.config.theme,
    message: await writeMessage(request, context, change),
    fetch: mailFetch(context, resolved),
  })
}

/**
 * Notify the user by mail of a committed change of their account. `user` is the user as they were before the change, because
 * the mail goes to the address that was verified before. If the mail cannot be sent, the error is logged.
 */
export const sendNotification = async (
  request: RequestInternal,
  context: AuthContext,
  user: StoredUser,
  change: AccountChange,
): Promise<void> => {
  if (!context.config.account.notifications) return
  const late = (): EmailSignInError => new EmailSignInError('The notification took too long')
  try {
    const sender = findNotificationSender(context)
    const address = sender === undefined ? undefined : verifiedAddress(user)
    if (sender === undefined || address === undefined) return
    await withTimeout(context.runtime.after, MAX_WAIT, deliver(request, context, sender, address, change), late)
  } catch (error) {
    const message =
      error instanceof TooManyRequests
        ? 'There were too many notifications today'
        : 'The notification could not be sent'
    context.config.logger.error(new EmailSignInError(message, causeOf(error)))
  }
}
