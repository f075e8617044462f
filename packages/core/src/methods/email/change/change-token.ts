import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { parseJson } from '../../../base/json.ts'
import { HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import { isEmailChangeAttempt, type EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { findNotificationSender, type NotificationSender } from '../../../notifications/notification.ts'
import type { EmailRequest } from '../email-limits.ts'
import { tokenStore, type TokenStore, consumeStoredToken } from '../mail-token.ts'
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

/** Seconds that the time of a change is stored: longer than any requested change lives. */
const REMEMBERED_FOR = HOUR + MINUTE

const lastChangeOf = (userId: string): string => `last ${PURPOSE} ${userId}`

const consumeLastChange = async ({ context, store }: ChangeRequest, userId: string) =>
  consumeStoredToken(store, lastChangeOf(userId), await context.keyring.macs(PURPOSE, userId))

/**
 * Void all requested changes of a user, after the address was changed. They name the previous address, but the user may change
 * it back. An adapter that cannot remove them stores the time of the change instead, as the expiry date of a row.
 */
export const voidChanges = async (changeRequest: ChangeRequest, userId: string): Promise<void> => {
  const { context, store } = changeRequest
  if (store.deleteVerificationTokens !== undefined) return store.deleteVerificationTokens(identifierOf({ userId }))
  await consumeLastChange(changeRequest, userId)
  const token = await context.keyring.mac(PURPOSE, userId)
  const expires = new Date((toSeconds(context.runtime.now()) + REMEMBERED_FOR) * 1000)
  await store.createVerificationToken({ identifier: lastChangeOf(userId), token, expires })
}

/** Whether the address was changed after a change was requested, as far as the adapter could not remove the request. */
export const isVoided = async (changeRequest: ChangeRequest, { userId, created }: EmailChange): Promise<boolean> => {
  const { store } = changeRequest
  if (store.deleteVerificationTokens !== undefined) return false
  const last = await consumeLastChange(changeRequest, userId)
  if (last === undefined) return false
  await store.createVerificationToken(last)
  return toSeconds(last.expires.getTime()) - REMEMBERED_FOR > created
}
