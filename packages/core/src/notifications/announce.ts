import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { StoredUser } from '../accounts/identity.ts'
import { emitAccountEvents } from '../accounts/account-events.ts'
import type { AccountEvent } from '../accounts/account-events.ts'
import { once } from '../base/once.ts'
import type { AccountChange } from '../protocols/email/notification-mail.ts'

/** A change that the person hears of, and the user as they were before it. */
export interface ChangeNotification {
  readonly user: StoredUser
  readonly change: AccountChange
}

/** Mails are rarer than sign-ins, so what writes them is loaded for the first. */
const notices = once(() => import('./notification.ts'))

/** Tell what was done, when it is kept: the owner by events, and the person by mail where a way to sign in came or went. */
export const announce = async (
  request: RequestInternal,
  context: AuthContext,
  events: readonly AccountEvent[],
  noticed: ChangeNotification | undefined,
): Promise<void> => {
  await emitAccountEvents(context, events)
  if (noticed === undefined) return
  const { sendNotification } = await notices()
  await sendNotification(request, context, noticed.user, noticed.change)
}

/** An account at a provider that came or went, as a person is told of it. */
export const accountChangeOf = (
  context: AuthContext,
  kind: 'linked' | 'unlinked',
  provider: string,
): AccountChange => ({
  kind,
  name: context.config.providers.find(provider)?.name ?? provider,
})
