import type { AuthContext } from '../../../config/engine-types.ts'
import { tokenStore } from '../mail-token.ts'
import type { TokenStore } from '../mail-token.ts'
import { findNotificationSender } from '../../../notifications/notification-sender.ts'
import type { NotificationSender } from '../../../notifications/notification-sender.ts'

type Needed = 'getUser' | 'getUserByEmail' | 'updateUser'

/** What changing an address needs. */
export interface Mailer extends NotificationSender {
  readonly store: TokenStore & Required<Pick<TokenStore, Needed>>
}

const isWhole = (store: TokenStore): store is Mailer['store'] =>
  store.getUser !== undefined && store.getUserByEmail !== undefined && store.updateUser !== undefined

/** What can send a mail of ours, where the adapter has what a change of address needs. */
export const findMailer = (context: AuthContext): Mailer | undefined => {
  const sender = findNotificationSender(context)
  if (sender === undefined) return undefined
  const store = tokenStore(context)
  return isWhole(store) ? { ...sender, store } : undefined
}
