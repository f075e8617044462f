import type { AuthContext } from '../config/engine-types.ts'
import type { AccountEvent } from '../accounts/account-events.ts'
import { once } from '../base/async.ts'
import type { Notification, NotificationRequest } from './notification.ts'

export type { NotificationRequest } from './notification.ts'

/** Loaded with the first notification, because most sign-ins send none. */
const loadNotification = once(() => import('./notification.ts'))

/**
 * Emit the events of committed changes, and notify the `user` as they were before, if a sign-in method changed. Without
 * a `request` the origin is unknown, and no e-mail is sent.
 */
export const announce = async (
  request: NotificationRequest | undefined,
  context: AuthContext,
  events: readonly AccountEvent[],
  notification: Notification | undefined,
): Promise<void> => {
  for (const { name, ...message } of events)
    // Each event carries exactly the message of its name; TypeScript cannot relate the two in a union.
    await (context.config.emit as (name: AccountEvent['name'], message: unknown) => Promise<void>)(name, message)
  if (notification === undefined || request === undefined) return
  const { sendNotification } = await loadNotification()
  await sendNotification(request, context, notification)
}

/** The name of a provider by its id. A stored account may be of a provider that is no longer configured. */
export const providerName = ({ config }: AuthContext, id: string): string => config.providers.find(id)?.name ?? id
