import type { AccountEvent } from '../../../accounts/account-events.ts'
import { isSameAddress } from '../../../accounts/find-users.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { defined, isNumber, isString, type Shaped } from '../../../base/json.ts'
import { DAY, toSeconds, readDate } from '../../../base/time.ts'
import type { AuthContext } from '../../../config/engine-types.ts'
import { isClaimed } from '../../../config/imported-users.ts'
import { authError } from '../../../errors/error-classes.ts'
import { announce } from '../../../notifications/announce.ts'
import { isEmailVerified, readTokenExpiry } from '../../../store/rows.ts'
import { foldCase } from '../../../web/mail-address.ts'
import type { RedirectTarget } from '../../../web/redirect-target.ts'
import { consumeStoredToken, type TokenStore } from '../mail-token.ts'
import { sealedLink } from '../sealed-link.ts'
import type { ChangeRequest, EmailChange } from './change-token.ts'

/** `changedAt` is in seconds since the epoch. */
const shape = { userId: isString, from: isString, to: isString, changedAt: isNumber }

/** A change of an address, as the link to the previous address carries it. */
export type AddressUndo = Shaped<typeof shape>

const PURPOSE = 'undo change of address'

/** Seconds. As long, no further change is possible: an attacker could make one to an address that no link undoes. */
const UNDO_SECONDS: number = 3 * DAY

const expiryOf = ({ changedAt }: AddressUndo): number => changedAt + UNDO_SECONDS

export const addressUndoLink = sealedLink<AddressUndo>({
  action: 'undo-email',
  purpose: PURPOSE,
  shape,
  expiresAt: expiryOf,
})

/** How a change is undone. `undefined` if the previous address gets no link, because it was only claimed. */
export const undoOf = (context: AuthContext, change: EmailChange, user: StoredUser): AddressUndo | undefined => {
  const { config, runtime } = context
  const { userId, from, to } = change
  if (!config.account.notifications || from === null || isSameAddress(from, to) || isClaimed(context, user))
    return undefined
  return { userId, from, to, changedAt: toSeconds(runtime.now()) }
}

/** A change of an address that was written, or whose write has begun. */
export interface AppliedChange {
  readonly before: StoredUser
  /** The link that undoes it. Made before the write, so that no written change lacks it. */
  readonly undoUrl: RedirectTarget | undefined
  readonly events: readonly AccountEvent[]
}

/** Emit the events, and notify the previous address, with the link that undoes the change. */
export const announceChange = async ({ request, context }: ChangeRequest, applied: AppliedChange) => {
  const { before, undoUrl, events } = applied
  const undo = undoUrl && { url: undoUrl, seconds: UNDO_SECONDS }
  const change = { kind: 'emailChanged', ...defined({ undo }) } as const
  await announce(request, context, events, { user: before, change })
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
  await store.createVerificationToken({ identifier, token, expires: new Date(expiryOf(undo) * 1000) })
}

/** When the window of the last change ends, in milliseconds since the epoch, if there is one. */
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

export const checkWindow = async (context: AuthContext, store: TokenStore, user: StoredUser): Promise<void> => {
  if (!context.config.account.notifications) return
  const retryAfter = ((await findWindowEnd(context, store, user)) - context.runtime.now()) / 1000
  if (retryAfter > 0)
    throw authError('EmailChangeTooSoon', 'The last change of the address can be undone', { retryAfter })
}
