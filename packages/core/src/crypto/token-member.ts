/** Last words of names whose values let somebody in: `access_token`, `oauth_token_secret`, `apiKey`. A public key does not. */
const SECRET_NAME =
  /(?:token|secret|password|passwd|passphrase|credential|assertion|verifier|jwt|(?<!public[_-]?)key)s?$/i

/** What says which account a row is of, and what it is of. Look-ups need it in clear. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', 'provider', 'providerAccountId', 'type', 'userId'])

/** Deeper than this nobody looks; what is there counts as secret. */
const DEEPEST = 8

/** A value as it can be kept secret: a text that says something, or an object. Numbers and flags let nobody in. */
const isContent = (value: unknown): value is string | object =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null && !(value instanceof Date)

const holdsSecret = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return (
    depth > DEEPEST ||
    Object.entries(value).some(
      ([name, member]) => (SECRET_NAME.test(name) && isContent(member)) || holdsSecret(member, depth + 1),
    )
  )
}

/** Whether a member of an account's row can be sealed, or opened: it does not say which account it is. */
export const isSealable = (name: string): boolean => !OF_THE_ROW.has(name)

/** Whether a member of an account's row is a secret, by its name or by a name within it. */
export const isTokenMember = (name: string, value: unknown): boolean =>
  isSealable(name) && isContent(value) && (SECRET_NAME.test(name) || holdsSecret(value, 0))
