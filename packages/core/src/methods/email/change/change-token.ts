import { changeShape, type EmailChangeAttempt } from '../../../attempts/attempt.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import type { AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { authError } from '../../../errors/error-classes.ts'
import { findNotificationSender } from '../../../notifications/notification.ts'
import { isEmailVerified } from '../../../store/rows.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { EmailRequest } from '../email-limits.ts'
import { consumeStoredToken, tokenStore, type TokenStore } from '../mail-token.ts'
import { sealedLink } from '../sealed-link.ts'

/** A requested change of an address, as its link carries it: without the code. */
export type EmailChange = Omit<EmailChangeAttempt, 'code' | 'codeExpiresIn'>

const PURPOSE = 'change of address'

export const changeLink = sealedLink<EmailChange>({
  action: 'change-email',
  purpose: PURPOSE,
  shape: changeShape,
  expiresAt: ({ created, expiresIn }) => created + expiresIn,
})

/** When the address was verified, as the adapter returns it. It shows whether the address was changed since then. */
export const verifiedAtOf = (user: StoredUser): string | null =>
  isEmailVerified(user) ? JSON.stringify(user.emailVerified) : null

export interface ChangeRequest extends EmailRequest {
  readonly store: TokenStore
}

export const changeRequestFor = (request: RequestInternal, context: AuthContext): ChangeRequest => {
  const resolved = findNotificationSender(context)
  if (resolved === undefined) throw authError('InvalidProvider', 'No e-mail provider can send to a new address')
  return { request, context, resolved, store: tokenStore(context) }
}

const identifierOf = ({ userId }: EmailChange): string => `${PURPOSE} ${userId}`

/** The row is bound to the user, the previous address and the new one. */
const textOf = ({ state, userId, from, to }: EmailChange): string => JSON.stringify([state, userId, from, to])

export const toStoredChange = async ({ keyring }: AuthContext, change: EmailChange): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await keyring.mac(PURPOSE, textOf(change)),
  expires: new Date((change.created + change.expiresIn) * 1000),
})

export const consumeChange = async ({ context, store }: ChangeRequest, change: EmailChange) =>
  consumeStoredToken(store, identifierOf(change), await context.keyring.macs(PURPOSE, textOf(change)))
