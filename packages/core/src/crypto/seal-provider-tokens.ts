import { parseJson } from '../base/json.ts'
import { MAX_TOKEN_LENGTH, type Keyring } from './keyring.ts'

/** The endings of names of secrets: `access_token`, `oauth_token_secret`, `apiKey`. A public key is not secret. */
const SECRET_NAME =
  /(?:token|secret|password|passwd|passphrase|credential|assertion|verifier|jwt|(?<!public[_-]?)key)s?$/i

/** The members that identify the row. Queries need them unsealed. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'provider', 'providerAccountId', 'type', 'userId'])

/** Levels of nesting that are searched. Deeper values count as secret. */
const MAX_DEPTH = 8

/** Whether a value can be secret: a text that is not empty, or an object. Numbers, booleans and dates are not. */
const isContent = (value: unknown): value is string | object =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null && !(value instanceof Date)

const holdsSecret = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > MAX_DEPTH ||
    Object.entries(value).some(
      ([name, member]) => (SECRET_NAME.test(name) && isContent(member)) || holdsSecret(member, depth + 1),
    ))

/** Whether a member of an account row is secret, by its name or by the name of a nested member. */
export const isTokenMember = (name: string, value: unknown): boolean =>
  !ROW_KEYS.has(name) && isContent(value) && (SECRET_NAME.test(name) || holdsSecret(value, 0))

/**
 * An account row: the key of the account. The other members may have any names and values.
 * @example interface Row extends AccountRow { readonly accessToken: string | null }
 */
export interface AccountKey {
  /**
   * The id of the provider.
   * @example provider: 'github'
   */
  readonly provider: string
  /**
   * The id of the account at the provider.
   * @example providerAccountId: '18151210'
   */
  readonly providerAccountId: string
}

/** A row with sealed or opened tokens, and the members that failed, which are `null` in the row. */
export interface SealResult<Row> {
  readonly row: Row
  readonly failed: readonly string[]
}

const PURPOSE = 'account tokens'

/** The prefix of every sealed value. The form of a JWE is not enough: some providers issue JWEs as tokens. */
const PREFIX = 'authwright:'

const hasPrefix = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX)

/** What a value is bound to. Applications can rename columns: `accessToken` and `access_token` are the same member. */
const bindingFor = ({ provider, providerAccountId }: AccountKey, member: string): string =>
  JSON.stringify([provider, String(providerAccountId), member.replaceAll('_', '').toLowerCase()])

const openValue = async (keyring: Keyring | undefined, value: string, binding: string): Promise<unknown> => {
  const plaintext = await keyring?.open(PURPOSE, value.slice(PREFIX.length), binding)
  return plaintext === null || plaintext === undefined ? undefined : parseJson(plaintext)
}

/** Replace the selected members. A member for which `convert` returns `undefined` has failed. */
const replaceMembers = async <Row extends AccountKey>(
  row: Row,
  isSelected: (name: string, value: unknown) => boolean,
  convert: (value: unknown, binding: string) => Promise<unknown>,
): Promise<SealResult<Row>> => {
  const members = Object.entries(row).filter(([name, value]) => isSelected(name, value))
  if (members.length === 0) return { row, failed: [] }
  const converted = await Promise.all(
    members.map(async ([name, value]) => [name, await convert(value, bindingFor(row, name))] as const),
  )
  const changes = Object.fromEntries(converted.map(([name, value]) => [name, value ?? null]))
  const failed = converted.flatMap(([name, value]) => (value === undefined ? [name] : []))
  return { row: { ...row, ...changes }, failed }
}

/** Seal the tokens of an account row, each for its row and member. More than about 48 kB fails: it would not open. */
export const sealTokens = <Row extends AccountKey>(keyring: Keyring, row: Row): Promise<SealResult<Row>> =>
  replaceMembers(row, isTokenMember, async (value, binding) => {
    // Already sealed with this binding: the application writes back a row that it has read.
    if (hasPrefix(value) && (await openValue(keyring, value, binding)) !== undefined) return value
    const sealed = PREFIX + (await keyring.seal(PURPOSE, JSON.stringify(value), binding))
    return sealed.length > MAX_TOKEN_LENGTH ? undefined : sealed
  })

/** Open the sealed tokens of an account row. A value that no secret opens fails. Unsealed values stay. */
export const openTokens = <Row extends AccountKey>(keyring: Keyring | undefined, row: Row): Promise<SealResult<Row>> =>
  replaceMembers(
    row,
    (name, value) => !ROW_KEYS.has(name) && hasPrefix(value),
    // Only strings have the prefix.
    (value, binding) => openValue(keyring, String(value), binding),
  )

export const withoutTokens = <Row extends AccountKey>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !isTokenMember(name, value))) as Row
