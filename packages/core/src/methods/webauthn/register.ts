import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import type { Identity } from '../../accounts/identity.ts'
import { findUser } from '../../store/rows.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { User } from '../../types/user.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { verifyRegistration } from '../../protocols/webauthn/registration.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { readPasskeyName } from './passkey-name.ts'
import { findMailProvider, signUpByMail } from './sign-up-by-mail.ts'
import type { PasskeyRequest } from './passkey-request.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { webAuthnFacts } from './webauthn-facts.ts'

type Authenticator = Omit<AdapterAuthenticator, 'userId'>

const makeRow = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, party }: PasskeyRequest,
  response: CeremonyResponse,
  ceremony: Ceremony,
): Promise<Authenticator> => {
  const made = await verifyRegistration(provider, { ...(await party()), challenge: ceremony.challenge }, response)
  const known = await context.config.adapter?.getAuthenticator?.(made.credentialID)
  // WebAuthn L3 §7.1 step 25. The database refuses a second one too; here it is said plainly.
  if (known !== null && known !== undefined) throw verificationError('The passkey is known already', 'known')
  const name = readPasskeyName(request.fields['name']) ?? made.name
  return {
    ...made,
    ...(name === undefined ? {} : { name }),
    ...(ceremony.handle === undefined ? {} : { userHandle: ceremony.handle }),
    createdAt: new Date(context.runtime.now()),
  }
}

/** The session has to be the one that asked, or as absent as it was: a browser can change hands between the two. */
const checkHolder = async (request: RequestInternal, context: AuthContext, { userId }: Ceremony): Promise<void> => {
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser?.userId !== userId)
    throw verificationError('Somebody else is signed in than when this was begun', 'another-user')
}

const findOwner = async (context: AuthContext, { userId, newUser }: Ceremony): Promise<User> => {
  if (userId === undefined) return { ...newUser }
  const user = context.config.adapter === undefined ? null : await findUser(context.config.adapter, userId)
  if (user === null) throw verificationError('The user who asked is gone', 'another-user')
  return user
}

/** A passkey is made: for whoever is signed in, else for somebody new. */
export const registerPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  passkeys: PasskeyRequest,
  response: CeremonyResponse,
  ceremony: Ceremony,
): Promise<HandlerResponse> => {
  await checkHolder(request, context, ceremony)
  const authenticator = await makeRow(request, context, passkeys, response, ceremony)
  const { provider } = passkeys
  const { providerAccountId } = authenticator
  const user = await findOwner(context, ceremony)
  const account = { provider: provider.id, providerAccountId, type: 'webauthn' as const }
  const identity: Identity = { facts: webAuthnFacts, user, account, authenticator }
  const mail = findMailProvider(context)
  if (ceremony.userId === undefined && mail !== undefined && typeof user.email === 'string') {
    return signUpByMail(request, context, identity, { authenticator, email: user.email, mail })
  }
  const target = await readTarget(request, context)
  // Nobody is given the options who had not signed in recently.
  return completeSignIn(request, context, identity, { target, linkTo: ceremony.userId, mayLink: true })
}
