import type { SignInMethod } from '../../config/engine-types.ts'
import { pendingPasskey } from '../../attempts/ceremony.ts'

/** After a sign-in by any method. The code of passkeys is loaded only if one waits for the sign-in. */
export const findWaitingPasskey: NonNullable<SignInMethod['afterSignIn']> = async (request, context, signIn) => {
  if (!pendingPasskey.isPresent(context, request.cookies)) return undefined
  return (await import('./pending-passkey.ts')).askToKeepPasskey(request, context, signIn)
}
