import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { toSeconds } from '../../../base/time.ts'
import { isEmailChangeAttempt, type EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { findNotificationSender, type NotificationSender } from '../../../notifications/notification.ts'
import { isEmailVerified } from '../../../store/rows.ts'
import type { EmailRequest } from '../email-limits.ts'
import { tokenStore, type TokenStore, consumeStoredToken } from '../mail-token.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import { sealedToken } from '../sealed-token.ts'

/** A requested change of an address, as its link carries it: without the code. */
export type EmailChange = Omit<EmailChangeAttempt, 'code' | 'codeExpiresIn'>

const PURPOSE = 'change of address'

const link = sealedToken<EmailChange>(PURPOSE, isEmailChangeAttempt)

export const { read: readEmailChange } = link

/** The token of the link to the new address. */
export const sealEmailChange = async (context: AuthContext, attempt: EmailChangeAttempt): Promise<string> => {
  const { code: _code, codeExpiresIn: _codeExpiresIn, ...change } = attempt
  return link.seal(context, change)
}

/** Whether a requested change has not expired. */
export const isLive = ({ runtime }: AuthContext, { created, expiresIn }: EmailChange): boolean =>
  toSeconds(runtime.now()) <= created + expiresIn

/**
 * When the address of a user was verified, as the adapter returns it, or `null`. A user who gets an address back gets another date,
 * so it shows whether the address was changed since then.
 */
export const verifiedAtOf = (user: StoredUser): string | null =>
  isEmailVerified(user) ? JSON.stringify(user.emailVerified) : null

/** A request that concerns the change of a user's e-mail address. */
export interface ChangeRequest extends EmailRequest {
  readonly send: NotificationSender['send']
  readonly store: TokenStore
}

/** `undefined` if no provider can send such mails. */
export const findChangeRequest = (request: RequestInternal, context: AuthContext): ChangeRequest | undefined => {
  const sender = findNotificationSender(context)
  return sender && { request, context, ...sender, store: tokenStore(context) }
}

const identifierOf = ({ userId }: EmailChange): string => `${PURPOSE} ${userId}`

/** The row is bound to the user, the previous address and the new one. */
const textOf = ({ state, userId, from, to }: EmailChange): string => JSON.stringify([state, userId, from, to])

/** The row that is stored for a requested change. */
export const toStoredChange = async ({ keyring }: AuthContext, change: EmailChange): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await keyring.mac(PURPOSE, textOf(change)),
  expires: new Date((change.created + change.expiresIn) * 1000),
})

/** Consume a requested change. `undefined` if it was consumed before. */
export const consumeChange = async ({ context, store }: ChangeRequest, change: EmailChange) =>
  consumeStoredToken(store, identifierOf(change), await context.keyring.macs(PURPOSE, textOf(change)))
