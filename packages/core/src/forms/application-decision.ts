import type { AuthContext } from '../config/engine-types.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { approveTarget } from './callback-url.ts'

/**
 * What a callback of the application decides: nothing to do, or a redirect. Throws `AccessDenied` if it refuses or
 * throws, and its own `AuthError`.
 */
export const askApplication = async (
  context: AuthContext,
  origin: string,
  name: 'signIn' | 'deleteUser',
  call: () => unknown,
): Promise<RedirectTarget | undefined> => {
  const called = async (): Promise<unknown> => call()
  const trace = (result: string): void => context.runtime.trace?.('callback', { callback: name, result })
  const allowed = await called().catch((error: unknown) => {
    trace('it threw')
    if (error instanceof AuthError) throw error
    throw new AccessDenied(error instanceof Error ? error.message : `The ${name} callback threw`, causeOf(error))
  })
  trace(typeof allowed === 'string' ? 'a redirect' : allowed ? 'allowed' : 'refused')
  if (typeof allowed === 'string') return approveTarget(context, origin, allowed)
  // In this interface any truthy value allows it.
  if (!allowed) {
    const message = `The ${name} callback refused: it returned ${JSON.stringify(allowed) ?? typeof allowed}, not true`
    // With a cause it is logged as an error: the code of the application forgot to decide.
    throw new AccessDenied(message, allowed === undefined ? new TypeError('It has to return true or false') : undefined)
  }
  return undefined
}
