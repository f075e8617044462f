import { parseJson } from '../base/json.ts'
import type { Keyring } from './keyring.ts'
import { MAX_TOKEN_LENGTH } from './sealing.ts'
import { isSealable, isTokenMember } from './token-member.ts'

/** What says which account a row is of. */
export interface AccountKey {
  readonly provider: string
  readonly providerAccountId: string
}

/** A row whose tokens were sealed or opened, and the members with which that did not work. */
export interface SealResult<Row> {
  readonly row: Row
  readonly failed: readonly string[]
}

const PURPOSE = 'account tokens'

/** What every sealed value begins with. A JWE alone would not do: tokens of some providers are such, too. */
const MARK = 'authwright:'

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK)

/** The place of a value. Applications write names in their own way, so `accessToken` is `access_token`. */
const placeOf = ({ provider, providerAccountId }: AccountKey, member: string): string =>
  JSON.stringify([provider, String(providerAccountId), member.replaceAll('_', '').toLowerCase()])

const openValue = async (keyring: Keyring | undefined, value: string, place: string): Promise<unknown> => {
  const plaintext = await keyring?.open(PURPOSE, value.slice(MARK.length), place)
  return plaintext === null || plaintext === undefined ? undefined : parseJson(plaintext)
}

const sealValue = async (keyring: Keyring, value: unknown, place: string): Promise<unknown> => {
  // Sealed for this very place already: an application wrote a row back that it had read.
  if (isMarked(value) && (await openValue(keyring, value, place)) !== undefined) return value
  const sealed = MARK + (await keyring.seal(PURPOSE, JSON.stringify(value), place))
  return sealed.length > MAX_TOKEN_LENGTH ? undefined : sealed
}

/** Put something in place of some members. What cannot be is `null`, and told. The same row when nothing is to be done. */
const replace = async <Row extends AccountKey>(
  row: Row,
  concerns: (name: string, value: unknown) => boolean,
  work: (value: unknown, place: string) => Promise<unknown>,
): Promise<SealResult<Row>> => {
  const members = Object.entries(row).filter(([name, value]) => concerns(name, value))
  if (members.length === 0) return { row, failed: [] }
  const made = await Promise.all(
    members.map(async ([name, value]) => [name, await work(value, placeOf(row, name))] as const),
  )
  const changes = Object.fromEntries(made.map(([name, value]) => [name, value ?? null]))
  return { row: { ...row, ...changes }, failed: made.flatMap(([name, value]) => (value === undefined ? [name] : [])) }
}

/**
 * Seal the tokens of an account's row, each bound to its account and its name, so that no value is of use in another place.
 * Fails with what is too long ever to be opened, some 48 kB.
 */
export const sealTokens = <Row extends AccountKey>(keyring: Keyring, row: Row): Promise<SealResult<Row>> =>
  replace(row, isTokenMember, (value, place) => sealValue(keyring, value, place))

/** Open the sealed tokens of an account's row. Fails with those that no secret opens in this place; others stay as they are. */
export const openTokens = <Row extends AccountKey>(keyring: Keyring | undefined, row: Row): Promise<SealResult<Row>> =>
  replace(
    row,
    (name, value) => isSealable(name) && isMarked(value),
    // Asked for marked values only, which are texts.
    (value, place) => openValue(keyring, String(value), place),
  )

/** A copy of the row without its tokens. */
export const withoutTokens = <Row extends AccountKey>(row: Row): Row => {
  const kept = { ...row }
  for (const [name, value] of Object.entries(row)) if (isTokenMember(name, value)) Reflect.deleteProperty(kept, name)
  return kept
}
