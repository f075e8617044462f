import { parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { isEmailChange } from './attempt-shapes.ts'
import type { EmailChangeAttempt } from './attempt.ts'

/** A wish to have another address: whose, which one, and what it replaces. */
export type EmailChange = Omit<EmailChangeAttempt, 'code' | 'codeExpiresIn'>

const PURPOSE = 'change of address'

/** No link of ours is longer. */
const LONGEST = 2048

/** What a link to the new address carries: sealed, so that it says only what we wrote, and nobody else reads it. */
export const sealEmailChange = async (context: AuthContext, attempt: EmailChangeAttempt): Promise<string> => {
  const { code: _code, codeExpiresIn: _codeLasts, ...change } = attempt
  return context.keyring.seal(PURPOSE, JSON.stringify(change))
}

/** Whether its time is not over. */
export const isLive = (
  context: AuthContext,
  { created, expiresIn: expiresIn }: Pick<EmailChange, 'created' | 'expiresIn'>,
): boolean => toSeconds(context.runtime.now()) <= created + expiresIn

/** What a link carries, when we wrote it. */
export const openEmailChange = async (context: AuthContext, token: string): Promise<EmailChange | undefined> => {
  const plaintext = token.length > LONGEST ? null : await context.keyring.open(PURPOSE, token)
  const change = plaintext === null ? undefined : parseJson(plaintext)
  return isEmailChange(change) ? change : undefined
}
