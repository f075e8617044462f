import type { Identity } from '../../accounts/identity.ts'
import { defined } from '../../base/record.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { verifyRegistration } from '../../protocols/webauthn/registration.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { findEmailVerifier } from '../../sign-in/next-step.ts'
import { findUser } from '../../store/rows.ts'
import type { User } from '../../types/user.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { readPasskeyName } from './passkey-name.ts'
import type { CeremonyRequest } from './passkey-request.ts'
import { signUpByMail } from './sign-up-by-mail.ts'
import type { NewPasskey } from './sign-up-by-mail.ts'

const readNewPasskey = async (ceremonyRequest: CeremonyRequest): Promise<NewPasskey> => {
  const { request, context, provider, relyingParty, response, ceremony } = ceremonyRequest
  const expected = { ...(await relyingParty()), challenge: ceremony.challenge }
  const verified = await verifyRegistration(provider, expected, response)
  const stored = await context.config.adapter?.getAuthenticator?.(verified.credentialID)
  // WebAuthn L3 §7.1 step 25. The unique key of the database refuses it too, but with an unclear error.
  if (stored !== null && stored !== undefined)
    throw verificationError('The passkey is already registered', 'already-registered')
  const name = readPasskeyName(request.fields['name']) ?? verified.name
  const createdAt = new Date(context.runtime.now())
  return { ...verified, ...defined({ name, userHandle: ceremony.handle }), createdAt }
}

/** The user of the new passkey. The session must still be the one that began the ceremony. */
const findPasskeyUser = async ({ request, context, ceremony }: CeremonyRequest): Promise<User> => {
  const { userId, newUser } = ceremony
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser?.userId !== userId)
    throw verificationError('Another user is signed in than when the ceremony began', 'another-user')
  if (userId === undefined) return { ...newUser }
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  if (user === null) throw verificationError('The user who began the ceremony was deleted', 'another-user')
  return user
}

/** Register a passkey: for the signed-in user, else for a new one. */
export const registerPasskey = async (ceremonyRequest: CeremonyRequest): Promise<HandlerResponse> => {
  const { request, context, facts, provider, ceremony } = ceremonyRequest
  const user = await findPasskeyUser(ceremonyRequest)
  const authenticator = await readNewPasskey(ceremonyRequest)
  const { providerAccountId } = authenticator
  const account = { provider: provider.id, providerAccountId, type: 'webauthn' as const }
  const identity: Identity = { facts, user, account, authenticator }
  const verifier = findEmailVerifier(context)
  if (ceremony.userId === undefined && verifier !== undefined && typeof user.email === 'string')
    return signUpByMail(request, context, identity, { authenticator, email: user.email, verifier })
  const target = await readTarget(request, context)
  // `mayLink`: the options were given only after a recent authentication.
  return completeSignIn(request, context, identity, { target, linkTo: ceremony.userId, mayLink: true })
}
