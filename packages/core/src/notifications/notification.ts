import { isClaimed } from '../config/imported-users.ts'
import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { type ResolvedEmailProvider, resolveEmailProvider } from '../protocols/email/email-provider.ts'
import { EmailSignInError, TooManyRequests } from '../errors/error-classes.ts'
import { customFetch } from '../types/symbols.ts'
import { guardFetch } from '../web/guarded-fetch.ts'
import { homeTarget } from '../web/redirect-target.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { DAY } from '../base/time.ts'
import { messagesFor } from '../config/locale.ts'
import { checkAddress } from '../protocols/email/address.ts'
import { readUserAgentInfo } from '../web/user-agent-info.ts'
import { renderNotification, type AccountChange } from '../pages/mails/mail.ts'
import { causeOf } from '../errors/auth-error.ts'
import { withTimeout } from '../runtime/engine.ts'
import { spend } from '../limits/limits.ts'

/** What an e-mail needs of the request that causes it. */
export type NotificationRequest = Pick<RequestInternal, 'origin' | 'base' | 'url' | 'headers' | 'cookies'>

/** The request that causes an e-mail, as the e-mail describes it. */
export const describeMailRequest = ({ origin, headers }: NotificationRequest, { runtime }: AuthContext) => ({
  origin,
  requestedFrom: readUserAgentInfo(headers.get('user-agent')),
  requestedAt: runtime.now(),
})

/** The guarded `fetch` for the mail service of a provider. It throws an `EmailSignInError` with the reason. */
export const mailFetch = (context: AuthContext, { provider, timeout }: ResolvedEmailProvider): typeof fetch => {
  const fail = (reason: string, network?: string): EmailSignInError => {
    const details = { provider: provider.id, reason, ...defined({ network }) }
    return new EmailSignInError('The mail service could not be reached', details)
  }
  return guardFetch({ send: provider[customFetch] ?? context.runtime.fetch, timeout, fail })
}

/** The first e-mail provider with `sendNotification`, or `undefined` if all of them send sign-in mails only. */
export const findNotificationSender = ({ config }: AuthContext): ResolvedEmailProvider | undefined => {
  const senders = config.providers.all.filter(({ method }) => method.facts.verifiesEmail === 'itself')
  const all = senders.map(({ options }) => resolveEmailProvider(options))
  return all.find(({ provider }) => provider.sendNotification !== undefined)
}

const MAX_PER_DAY = 10

/** Milliseconds that a request waits for its notification. After that the mail is still sent in the background. */
const MAX_WAIT = 5000

const deliver = async (
  request: NotificationRequest,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  identifier: string,
  change: AccountChange,
): Promise<void> => {
  const { provider } = resolved
  const { theme } = context.config
  const undo = change.kind === 'emailChanged' ? change.undo : undefined
  const url = undo?.url ?? (change.kind === 'accountDeleted' ? homeTarget(request.origin) : `${request.base}/account`)
  // An attacker must not exhaust the mail that can undo a change. Changes of the address have a limit of their own.
  if (undo === undefined)
    await spend(context, [{ name: 'notification day', key: identifier, max: MAX_PER_DAY, window: DAY }])
  const messages = await messagesFor(request, context)
  const message = renderNotification({ ...describeMailRequest(request, context), url, change }, messages, theme)
  const mail = { identifier, url, provider, theme, message, fetch: mailFetch(context, resolved) }
  await provider.sendNotification?.(mail)
}

/** A change of an account, and the user before it. */
export interface Notification {
  readonly user: StoredUser
  readonly change: AccountChange
}

/** Notify the address that the `user` had before a committed change. A mail that cannot be sent is logged. */
export const sendNotification = async (
  request: NotificationRequest,
  context: AuthContext,
  notification: Notification,
) => {
  const { user, change } = notification
  if (!context.config.account.notifications) return
  const late = (): EmailSignInError => new EmailSignInError('The notification took too long')
  try {
    const sender = findNotificationSender(context)
    // An unverified address may belong to a stranger.
    if (sender === undefined || typeof user.email !== 'string' || isClaimed(context, user)) return
    const sent = deliver(request, context, sender, checkAddress(user.email), change)
    await withTimeout(context.runtime.after, MAX_WAIT, sent, late)
  } catch (error) {
    const isTooMany = error instanceof TooManyRequests
    const message = isTooMany ? 'There were too many notifications today' : 'The notification could not be sent'
    context.config.logger.error(new EmailSignInError(message, causeOf(error)))
  }
}
