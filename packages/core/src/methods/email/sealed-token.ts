import { parseJson } from '../../base/json.ts'
import type { AuthContext } from '../../config/engine-types.ts'
import { Verification } from '../../errors/error-classes.ts'

/** Characters. */
const MAX_LENGTH = 2048

/** A value in a link that only this library can read or write. A value sealed for one purpose opens for no other. */
export const sealedToken = <Value>(purpose: string, isValue: (value: unknown) => value is Value) => ({
  seal: async ({ keyring }: AuthContext, value: Value): Promise<string> => keyring.seal(purpose, JSON.stringify(value)),
  /** The value of a token. It may have expired. Throws `Verification` if we did not seal it. */
  read: async ({ keyring }: AuthContext, token: unknown): Promise<Value> => {
    const isReadable = typeof token === 'string' && token.length <= MAX_LENGTH
    const plaintext = isReadable ? await keyring.open(purpose, token) : null
    const value = plaintext === null ? undefined : parseJson(plaintext)
    if (!isValue(value)) throw new Verification('The link cannot be read', { reason: 'unreadable' })
    return value
  },
})
