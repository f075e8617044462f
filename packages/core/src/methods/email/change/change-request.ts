import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { findNotificationSender } from '../../../notifications/notification-sender.ts'
import type { NotificationSender } from '../../../notifications/notification-sender.ts'
import type { EmailRequest } from '../email-request.ts'
import { tokenStore } from '../mail-token.ts'
import type { TokenStore } from '../mail-token.ts'

type ChangeStore = TokenStore & Required<Pick<TokenStore, 'getUser' | 'getUserByEmail' | 'updateUser'>>

const isChangeStore = (store: TokenStore): store is ChangeStore =>
  store.getUser !== undefined && store.getUserByEmail !== undefined && store.updateUser !== undefined

/** A request that concerns the change of a user's e-mail address. */
export interface ChangeRequest extends EmailRequest {
  readonly send: NotificationSender['send']
  readonly store: ChangeStore
}

/** `undefined` if no provider can send such mails, or if the adapter cannot change users. */
export const findChangeRequest = (request: RequestInternal, context: AuthContext): ChangeRequest | undefined => {
  const sender = findNotificationSender(context)
  if (sender === undefined) return undefined
  const store = tokenStore(context)
  return isChangeStore(store) ? { request, context, ...sender, store } : undefined
}
