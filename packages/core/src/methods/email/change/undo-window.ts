import { isSameAddress } from '../../../accounts/account-facts.ts'
import { isClaimed } from '../../../config/imported-users.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { shapeOf } from '../../../attempts/sealed-cookie.ts'
import { isNumber, isString } from '../../../base/json.ts'
import { DAY, toSeconds } from '../../../base/time.ts'
import type { AuthContext } from '../../../config/engine-types.ts'
import { authError } from '../../../errors/error-classes.ts'
import { isEmailVerified, readDate, readTokenExpiry } from '../../../store/rows.ts'
import { consumeStoredToken, type TokenStore } from '../mail-token.ts'
import { foldCase } from '../../../web/mail-address.ts'
import { sealedToken } from '../sealed-token.ts'
import type { EmailChange } from './change-token.ts'

/** A change of an address, as the link to the previous address carries it. */
export interface AddressUndo {
  readonly userId: string
  readonly from: string
  readonly to: string
  /** Seconds since the epoch. */
  readonly changedAt: number
}

const PURPOSE = 'undo change of address'

export const { seal: sealUndo, read: readUndo } = sealedToken(
  PURPOSE,
  shapeOf<AddressUndo>({ userId: isString, from: isString, to: isString, changedAt: isNumber }),
)

/**
 * Seconds that a change can be undone. As long, the address cannot be changed again: otherwise an attacker could change it to an
 * address that no link undoes.
 */
export const UNDO_SECONDS: number = 3 * DAY

const expiryOf = ({ changedAt }: AddressUndo): number => (changedAt + UNDO_SECONDS) * 1000

export const canUndo = ({ runtime }: AuthContext, undo: AddressUndo): boolean => runtime.now() <= expiryOf(undo)

/** How a change that is written now is undone. `undefined` if the previous address gets no link: it was only claimed. */
export const undoOf = (context: AuthContext, change: EmailChange, user: StoredUser): AddressUndo | undefined => {
  const { config, runtime } = context
  const { userId, from, to } = change
  if (!config.account.notifications || from === null || isSameAddress(from, to) || isClaimed(context, user))
    return undefined
  return { userId, from, to, changedAt: toSeconds(runtime.now()) }
}

const identifierOf = (userId: string): string => `${PURPOSE} ${userId}`

/** The row that marks a window is bound to the new address, so it says nothing about a user who has another one. */
const textOf = (userId: string, address: string): string => JSON.stringify([userId, foldCase(address)])

/** Mark that a change can be undone. Called before the write, in its transaction. */
export const openWindow = async ({ keyring }: AuthContext, store: TokenStore, undo: AddressUndo): Promise<void> => {
  if (store.getVerificationToken === undefined) return
  const [identifier, text] = [identifierOf(undo.userId), textOf(undo.userId, undo.to)]
  // A row may be left of an earlier change to the same address.
  await consumeStoredToken(store, identifier, await keyring.macs(PURPOSE, text))
  const token = await keyring.mac(PURPOSE, text)
  await store.createVerificationToken({ identifier, token, expires: new Date(expiryOf(undo)) })
}

/** When the window of the last change ends, in milliseconds since the epoch. `0` if there is none. */
const findWindowEnd = async ({ keyring, runtime }: AuthContext, store: TokenStore, user: StoredUser) => {
  // Published adapters cannot read the row. There each verified address may have been changed when it was verified.
  if (store.getVerificationToken === undefined)
    return isEmailVerified(user) ? (readDate(user.emailVerified)?.getTime() ?? runtime.now()) + UNDO_SECONDS * 1000 : 0
  const identifier = identifierOf(user.id)
  for (const token of await keyring.macs(PURPOSE, textOf(user.id, user.email ?? ''))) {
    const row = await store.getVerificationToken({ identifier, token })
    const expires = readTokenExpiry(row, identifier, 'getVerificationToken')
    if (expires !== null) return expires.getTime()
  }
  return 0
}

/** Throws `EmailChangeTooSoon` while the last change of the address can be undone. */
export const checkWindow = async (context: AuthContext, store: TokenStore, user: StoredUser): Promise<void> => {
  if (!context.config.account.notifications) return
  const left = (await findWindowEnd(context, store, user)) - context.runtime.now()
  if (left <= 0) return
  const retryAfter = Math.ceil(left / 1000)
  throw authError('EmailChangeTooSoon', 'The last change of the address can be undone', { retryAfter })
}
