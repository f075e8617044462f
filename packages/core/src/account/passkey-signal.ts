import type { AuthContext } from '../config/auth-context.ts'
import type { RequestInternal } from '../config/handler.ts'
import { passkeyRequestFor } from '../methods/webauthn/passkey-request.ts'
import type { UserMethods } from './user-methods.ts'

/** Whose passkeys a list is of, as password managers know them. */
export interface PasskeySignal {
  readonly rpId: string
  /** The user handle, where a row says it. */
  readonly userId?: string
}

/**
 * What a browser has to be told, so that password managers forget passkeys that are gone (WebAuthn L3 §5.1.10); `undefined`
 * where there are no passkeys.
 */
export const passkeySignal = async (
  request: RequestInternal,
  context: AuthContext,
  { passkeys }: UserMethods,
): Promise<PasskeySignal | undefined> => {
  const provider = context.config.providers.all.find(({ type }) => type === 'webauthn')
  if (provider === undefined) return undefined
  const { id: rpId } = await passkeyRequestFor(request, context, provider).party()
  const userId = passkeys.map(({ userHandle }) => userHandle).find((handle) => typeof handle === 'string')
  return { rpId, ...(typeof userId === 'string' ? { userId } : {}) }
}
