import type { StoredUser } from '../../../accounts/decide-account.ts'
import { hasShape, isBoolean, isNumber, isString, parseJson, type Shape } from '../../../base/json.ts'
import { DAY, toSeconds } from '../../../base/time.ts'
import type { AuthContext } from '../../../config/engine-types.ts'
import { isEmailVerified } from '../../../store/rows.ts'
import { consumeStoredToken, type TokenStore } from '../mail-token.ts'
import type { EmailChange } from './change-token.ts'

/**
 * A change of an address, as the link to the previous address carries it.
 *
 * Changes within 72 hours are a series. The link of the first change works whatever changed since. A later link works only while
 * its change is the last one: otherwise an attacker could undo the undoing by a link to an address of their own.
 */
export interface AddressUndo {
  readonly userId: string
  readonly from: string
  readonly to: string
  /** Seconds since the epoch. */
  readonly changedAt: number
  readonly isFirst: boolean
}

const PURPOSE = 'undo change of address'

/** Seconds that a change can be undone. */
export const UNDO_SECONDS: number = 3 * DAY

/** Characters. */
const MAX_TOKEN_LENGTH = 2048

const undoShape: Shape<AddressUndo> = {
  userId: isString,
  from: isString,
  to: isString,
  changedAt: isNumber,
  isFirst: isBoolean,
}

const isUndo = (value: unknown): value is AddressUndo => hasShape(value, undoShape)

export const sealUndo = async ({ keyring }: AuthContext, undo: AddressUndo): Promise<string> =>
  keyring.seal(PURPOSE, JSON.stringify(undo))

/** The change that a token carries, or `undefined` if we did not seal it. It may have expired. */
export const openUndo = async ({ keyring }: AuthContext, token: string): Promise<AddressUndo | undefined> => {
  const plaintext = token.length > MAX_TOKEN_LENGTH ? null : await keyring.open(PURPOSE, token)
  const undo = plaintext === null ? undefined : parseJson(plaintext)
  return isUndo(undo) ? undo : undefined
}

const expiryOf = ({ changedAt }: AddressUndo): number => (changedAt + UNDO_SECONDS) * 1000

export const canUndo = ({ runtime }: AuthContext, undo: AddressUndo): boolean => runtime.now() <= expiryOf(undo)

/** The row of a series. Its expiry date, in whole seconds, says which change began it. A user has at most one series. */
const identifierOf = (userId: string): string => `${PURPOSE} ${userId}`

const consumeSeries = async ({ keyring }: AuthContext, store: TokenStore, userId: string) =>
  consumeStoredToken(store, identifierOf(userId), await keyring.macs(PURPOSE, userId))

export const clearSeries = async (context: AuthContext, store: TokenStore, userId: string): Promise<void> =>
  void (await consumeSeries(context, store, userId))

/** Consume the series that this change began. `undefined` if it is over or another change began it. */
export const endSeries = async (context: AuthContext, store: TokenStore, undo: AddressUndo) => {
  if (!undo.isFirst) return undefined
  const row = await consumeSeries(context, store, undo.userId)
  if (row === undefined || row.expires.getTime() === expiryOf(undo)) return row
  await store.createVerificationToken(row)
  return undefined
}

/**
 * How the previous user can undo a change that is about to be written, or `undefined` if the previous address was not verified:
 * then it must not get power over the account. Called before the write, in its transaction.
 */
export const prepareUndo = async (
  context: AuthContext,
  store: TokenStore,
  user: StoredUser,
  { userId, to }: EmailChange,
): Promise<AddressUndo | undefined> => {
  const { config, runtime } = context
  const { email: from } = user
  if (!config.account.notifications || typeof from !== 'string' || !isEmailVerified(user)) return undefined
  const series = await consumeSeries(context, store, userId)
  const isFirst = series === undefined || series.expires.getTime() <= runtime.now()
  if (!isFirst) await store.createVerificationToken(series)
  return { userId, from, to, changedAt: toSeconds(runtime.now()), isFirst }
}

/** Store that a series of changes began. Called after the write, in its transaction. */
export const beginSeries = async ({ keyring }: AuthContext, store: TokenStore, undo: AddressUndo): Promise<void> => {
  if (!undo.isFirst) return
  const token = await keyring.mac(PURPOSE, undo.userId)
  await store.createVerificationToken({
    identifier: identifierOf(undo.userId),
    token,
    expires: new Date(expiryOf(undo)),
  })
}
