import { isObject } from '../../base/json.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import type { User } from '../../types/user.ts'
import type { WebAuthnContext, WebAuthnRequest } from '../../types/webauthn.ts'
import type { ResolvedWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'

/** Somebody who wants to sign up. */
export interface Newcomer {
  readonly user: User
  readonly exists: boolean
}

/** The address in the field `email`, in the form in which every way to sign in keeps it; `null` when it is none. */
const byAddress = ({ query, body, method }: WebAuthnRequest): Newcomer | null => {
  const typed = method === 'POST' ? body['email'] : query['email']
  if (typed === undefined) return null
  try {
    return { user: { email: readAddress(typed) }, exists: false }
  } catch (error) {
    if (error instanceof EmailSignInError) return null
    throw error
  }
}

/** Who wants to sign up: by the owner's word, else by the address. */
export const findNewcomer = async (
  { config }: ResolvedWebAuthnProvider,
  context: WebAuthnContext,
  request: WebAuthnRequest,
): Promise<Newcomer | null> => {
  if (config.getUserInfo === undefined) return byAddress(request)
  const info: unknown = await config.getUserInfo(context, request)
  if (!isObject(info) || !isObject(info['user'])) return null
  return { user: info['user'], exists: info['exists'] !== false }
}
