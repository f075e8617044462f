/** The endings of names with secret values: `access_token`, `oauth_token_secret`, `apiKey`. A public key is not secret. */
const SECRET_NAME =
  /(?:token|secret|password|passwd|passphrase|credential|assertion|verifier|jwt|(?<!public[_-]?)key)s?$/i

/** The members that identify the row. Queries need them unsealed. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'provider', 'providerAccountId', 'type', 'userId'])

/** Levels of nesting that are searched. Deeper values count as secret. */
const MAX_DEPTH = 8

/** Whether a value can be secret: a text that is not empty, or an object. Numbers, booleans and dates are not. */
const isContent = (value: unknown): value is string | object =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null && !(value instanceof Date)

const holdsSecret = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return (
    depth > MAX_DEPTH ||
    Object.entries(value).some(
      ([name, member]) => (SECRET_NAME.test(name) && isContent(member)) || holdsSecret(member, depth + 1),
    )
  )
}

/** Whether a member of an account row can be sealed. */
export const isSealable = (name: string): boolean => !ROW_KEYS.has(name)

/** Whether a member of an account row is secret, by its name or by the name of a nested member. */
export const isTokenMember = (name: string, value: unknown): boolean =>
  isSealable(name) && isContent(value) && (SECRET_NAME.test(name) || holdsSecret(value, 0))
