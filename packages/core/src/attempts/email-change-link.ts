import type { AuthContext } from '../config/engine-types.ts'
import { parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import { isEmailChangeAttempt } from './attempt.ts'
import type { EmailChangeAttempt } from './attempt.ts'

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
export const isLive = (
  { runtime }: AuthContext,
  { created, expiresIn }: Pick<EmailChange, 'created' | 'expiresIn'>,
): boolean => toSeconds(runtime.now()) <= created + expiresIn

/** The change that a token carries, or `undefined` when we did not seal it. It may have expired. */
export const openEmailChange = async (context: AuthContext, token: string): Promise<EmailChange | undefined> => {
  const plaintext = token.length > MAX_TOKEN_LENGTH ? null : await context.keyring.open(PURPOSE, token)
  const change = plaintext === null ? undefined : parseJson(plaintext)
  return isEmailChangeAttempt(change) ? change : undefined
}
