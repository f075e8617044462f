import type { AuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, OAuthAccountNotLinked, ReauthenticationRequired } from '../errors/error-classes.ts'
import type { Refusal } from './decide-account.ts'
import type { Identity } from './identity.ts'

/** The error that a refusal is. */
export const refusalError = (identity: Identity, reason: Refusal): AuthError => {
  const { provider } = identity.account
  if (reason === 'sign-in-too-long-ago') {
    return new ReauthenticationRequired('An account is added only by somebody who has just signed in', { provider })
  }
  const Refused = identity.method === 'webauthn' ? AccountNotLinked : OAuthAccountNotLinked
  return new Refused('This account cannot be used to sign in here', { provider, reason })
}
