import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { quote } from './oauth-errors.ts'
import { isNamed } from './issuer.ts'
import type { ResolvedOAuthProvider, ThirdPartyLogin } from './resolved-oauth-provider.ts'
import { findServer } from './authorization-server.ts'
import { asSignInError } from './start-authorization.ts'

/** The owner's choice. Throws `InvalidConfig` for what is none, and for plain OAuth, which has no issuer to name. */
export const readThirdPartyLogin = (merged: OAuthConfig): ThirdPartyLogin | undefined => {
  const choice: unknown = 'thirdPartyLogin' in merged ? merged.thirdPartyLogin : undefined
  if (choice === undefined) return undefined
  if (merged.type === 'oidc' && (choice === 'confirm' || choice === 'immediate')) return choice
  const wanted = merged.type === 'oidc' ? 'is neither confirm nor immediate' : 'needs an OpenID Connect provider'
  throw new InvalidConfig(`thirdPartyLogin of provider "${merged.id}" ${wanted}`, { provider: merged.id })
}

/** What somebody wants who sends a browser here to sign in (OpenID Connect Core §4). */
export interface Initiation {
  readonly issuer: string | undefined
  /** Whom to sign in, as the provider knows them. */
  readonly loginHint: string | undefined
  /** Where to go afterwards: nobody has judged that yet. */
  readonly target: string | undefined
}

/** Longer values are none of an honest provider's. */
const LONGEST = 2048

/** A hint is shown to nobody and passed on as one parameter; control characters and halves of a pair belong in none. */
const HINT = /^[^\p{Cc}\p{Cs}]{1,256}$/u

const findSingle = (parameters: URLSearchParams, name: string): string | undefined => {
  const [value, ...more] = parameters.getAll(name)
  return value !== undefined && more.length === 0 && value !== '' && value.length <= LONGEST ? value : undefined
}

/** The parameters, each as far as it came once and can be meant. */
export const readInitiation = (parameters: URLSearchParams): Initiation => {
  const hint = findSingle(parameters, 'login_hint')
  return {
    issuer: findSingle(parameters, 'iss'),
    loginHint: hint !== undefined && HINT.test(hint) ? hint : undefined,
    target: findSingle(parameters, 'target_link_uri'),
  }
}

/** Who asks has to be the issuer that this provider is. Throws `OAuthSignInError`. */
export const checkInitiator = async (
  provider: ResolvedOAuthProvider,
  { issuer: found }: Initiation,
  runtime: Runtime,
): Promise<void> => {
  let issuer: string | undefined
  try {
    issuer = found === undefined ? undefined : (await findServer(provider, runtime)).issuer
  } catch (error) {
    throw asSignInError(provider, error)
  }
  if (found !== undefined && issuer !== undefined && isNamed(provider, issuer, found)) return
  throw authError('OAuthSignInError', `A sign-in that provider "${provider.id}" did not ask for was not begun`, {
    provider: provider.id,
    reason: 'issuer',
    expected: issuer,
    found: quote(found),
  })
}
