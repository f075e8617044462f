import { causeOf } from '../../errors/auth-error.ts'
import { EmailSignInError, InvalidConfig } from '../../errors/error-classes.ts'
import { withTimeout } from '../../runtime/deadline.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import type { EmailRequest } from './email-request.ts'
import { tokenStore } from './mail-token.ts'

/** The provider's `timeout` is for one step. A mail takes three: to connect, to greet the server and to send. */
const STEPS = 3

/** Store a token, then send its mail. If that fails, remove the token and throw `EmailSignInError`. */
export const sendWithToken = async (
  { context, resolved: { provider, timeout } }: EmailRequest,
  row: VerificationToken,
  send: () => unknown,
): Promise<void> => {
  const store = tokenStore(context)
  const timeoutError = (): EmailSignInError =>
    new EmailSignInError('Sending the mail took too long', { provider: provider.id })
  await store.createVerificationToken(row)
  try {
    await withTimeout(context.runtime.after, STEPS * timeout, Promise.resolve(send()), timeoutError)
  } catch (error) {
    const { identifier, token } = row
    await Promise.resolve(store.useVerificationToken({ identifier, token })).catch(() => null)
    // An error of the config must not look like an error of the address.
    if (error instanceof InvalidConfig) throw error
    throw new EmailSignInError('The mail could not be sent', { provider: provider.id, ...causeOf(error) })
  }
}
