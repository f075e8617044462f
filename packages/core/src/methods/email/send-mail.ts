import type { AuthContext } from '../../config/engine-types.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import { withTimeout } from '../../runtime/deadline.ts'

/** A mail server is waited for until it is there, until it greets, and until it has taken the mail; what takes longer never ends. */
const WAITS = 3

/** Waits until a mail is sent. Throws `EmailSignInError` when that takes three times as long as the provider's `timeout`. */
export const inTime = async (
  { runtime }: AuthContext,
  { provider, timeout }: ResolvedEmailProvider,
  sending: unknown,
): Promise<void> => {
  const late = (): EmailSignInError => new EmailSignInError('The mail took too long', { provider: provider.id })
  await withTimeout(runtime.after, WAITS * timeout, Promise.resolve(sending), late)
}
