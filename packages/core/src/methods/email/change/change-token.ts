import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { parseJson } from '../../../base/json.ts'
import { toSeconds } from '../../../base/time.ts'
import { isEmailChangeAttempt, type EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { findNotificationSender, type NotificationSender } from '../../../notifications/notification.ts'
import type { EmailRequest } from '../email-limits.ts'
import { tokenStore, type TokenStore, consumeStoredToken } from '../mail-token.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { isEmailVerified, readDate } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'

/** A requested change of an address, as its link carries it: without the code. */
export type EmailChange = Omit<EmailChangeAttempt, 'code' | 'codeExpiresIn'>

const PURPOSE = 'change of address'

/** Characters. */
const MAX_TOKEN_LENGTH = 2048

/** The token of the link to the new address. It is sealed, so only this library can read or write it. */
export const sealEmailChange = async (context: AuthContext, attempt: EmailChangeAttempt): Promise<string> => {
  const { code: _code, codeExpiresIn: _codeExpiresIn, ...change } = attempt
  return context.keyring.seal(PURPOSE, JSON.stringify(change))
}

/** Whether a requested change has not expired. */
export const isLive = ({ runtime }: AuthContext, { created, expiresIn }: EmailChange): boolean =>
  toSeconds(runtime.now()) <= created + expiresIn

/** The change that a token carries, or `undefined` when we did not seal it. It may have expired. */
export const openEmailChange = async (context: AuthContext, token: string): Promise<EmailChange | undefined> => {
  const plaintext = token.length > MAX_TOKEN_LENGTH ? null : await context.keyring.open(PURPOSE, token)
  const change = plaintext === null ? undefined : parseJson(plaintext)
  return isEmailChangeAttempt(change) ? change : undefined
}

/**
 * When the address of a user was verified, in milliseconds; `null` if it was not, `0` if the adapter does not say when. Each
 * change of the address moves it, so a request that names it ends with the next change, even if the address is changed back.
 */
export const findVerifiedAt = (user: StoredUser): number | null =>
  isEmailVerified(user) ? (readDate(user.emailVerified)?.getTime() ?? 0) : null

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

/** All requested changes of a user have one identifier, so that they can be removed together. */
const identifierOf = ({ userId }: Pick<EmailChange, 'userId'>): string => `${PURPOSE} ${userId}`

/** The row is bound to the user, the previous address and the new one. */
const textOf = ({ state, userId, from, to }: EmailChange): string => JSON.stringify([state, userId, from, to])

/** The row that is stored for a requested change. */
export const toStoredChange = async ({ keyring }: AuthContext, change: EmailChange): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await keyring.mac(PURPOSE, textOf(change)),
  expires: new Date((change.created + change.expiresIn) * 1000),
})

/** Consume a requested change. `undefined` if it was consumed or removed before. */
export const consumeChange = async ({ context, store }: ChangeRequest, change: EmailChange) =>
  consumeStoredToken(store, identifierOf(change), await context.keyring.macs(PURPOSE, textOf(change)))

/** Remove all requested changes of a user, if the adapter can. They are void: they name the previous address and its time. */
export const removeChanges = async (store: TokenStore, change: Pick<EmailChange, 'userId'>): Promise<void> =>
  store.deleteVerificationTokens?.(identifierOf(change))
