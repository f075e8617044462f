import type { MethodSteps, ProviderHandler } from '../../config/engine-types.ts'
import { findAccountUser } from '../../accounts/find-users.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { consumeChallenge, findCeremony, type Ceremony } from '../../attempts/ceremony.ts'
import { toBase64 } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { checkCounter, verifyAuthentication, type Assertion } from '../../protocols/webauthn/authentication.ts'
import { verificationError, readCeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { verifyRegistration } from '../../protocols/webauthn/registration.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { findEmailVerifier } from '../../sign-in/next-step.ts'
import { redirectToSignInPage } from '../../sign-in/require-sign-in.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { findUser, inTransaction, readPasskey, requireMethod } from '../../store/rows.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { User } from '../../types/user.ts'
import { type HandlerResponse, HandlerError, withCookies } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { rememberPasskey } from './last-passkey.ts'
import { type CeremonyRequest, readPasskeyName, passkeyRequestFor } from './passkey-request.ts'
import { signUpByMail, type NewPasskey } from './pending-passkey.ts'

const findRow = async ({ adapter, response, ceremony }: CeremonyRequest): Promise<AdapterAuthenticator> => {
  const id = toBase64(response.id)
  const row = readPasskey(await adapter.getAuthenticator?.(id), id)
  if (row === null) throw verificationError('The passkey is not stored', 'unknown')
  const { listedFor } = ceremony
  if (listedFor !== undefined && listedFor !== String(row.userId))
    throw verificationError('The options did not list this passkey', 'not-listed')
  return row
}

/** The user of a passkey. Row and account must name the same user: removing the account disables the passkey. */
const findIdentity = async ({ adapter, facts, config }: CeremonyRequest, row: AdapterAuthenticator) => {
  const { providerAccountId, userId } = row
  const account = { provider: config.id, providerAccountId, type: 'webauthn' as const, userId: String(userId) }
  const identity: Identity = { facts, user: {}, account }
  const user = await findAccountUser(adapter, identity)
  if (user === null || user.id !== account.userId) throw verificationError('The passkey has no account', 'unknown')
  const { id, name, email } = user
  return { ...identity, user: { id, ...defined({ name, email }) } }
}

/** Store the new counter (WebAuthn L3 §7.2 step 22). With transactions it never goes back. */
const recordUse = async ({ context, adapter }: CeremonyRequest, before: AdapterAuthenticator, assertion: Assertion) => {
  const { credentialID } = before
  checkCounter(before, assertion)
  const write = async (within: BoundAdapter): Promise<void> => {
    // In a transaction the write waits for other writers. So the counter that is read after it stays current.
    const lastUsedAt = new Date(context.runtime.now())
    await within.updateAuthenticator?.({ credentialID, credentialBackedUp: assertion.isBackedUp, lastUsedAt })
    const row = readPasskey(await within.getAuthenticator?.(credentialID), credentialID)
    if (row === null) throw verificationError('The passkey was removed during the sign-in', 'unknown')
    checkCounter(row, assertion)
    await requireMethod(within, 'updateAuthenticatorCounter')(credentialID, assertion.counter)
  }
  await inTransaction(adapter, write)
}

/** Sign in with a passkey. Nothing is written before everything is verified. A signed-in user of another one is asked. */
const authenticateWithPasskey = async (ceremonyRequest: CeremonyRequest): Promise<HandlerResponse> => {
  const { request, context, provider, relyingParty, response, ceremony } = ceremonyRequest
  const { challenge, listedFor, userId } = ceremony
  const row = await findRow(ceremonyRequest)
  const expected = { ...(await relyingParty()), challenge }
  const assertion = await verifyAuthentication(provider, expected, response, row, listedFor !== undefined)
  const identity = await findIdentity(ceremonyRequest, row)
  await recordUse(ceremonyRequest, row, assertion)
  const target = await readTarget(request, context)
  const isConfirmed = userId === undefined || userId === identity.user.id
  const extraCookies = () => rememberPasskey(context, row.credentialID, response)
  const linkTo = isConfirmed ? userId : undefined
  return completeSignIn(request, context, identity, { target, isConfirmed, linkTo, extraCookies })
}

const readNewPasskey = async (ceremonyRequest: CeremonyRequest): Promise<NewPasskey> => {
  const { request, context, adapter, provider, relyingParty, response, ceremony } = ceremonyRequest
  const expected = { ...(await relyingParty()), challenge: ceremony.challenge }
  const verified = await verifyRegistration(provider, expected, response)
  const stored = await adapter.getAuthenticator?.(verified.credentialID)
  // WebAuthn L3 §7.1 step 26. The unique key of the database refuses it too, but with an unclear error.
  if (stored !== null && stored !== undefined)
    throw verificationError('The passkey is already registered', 'already-registered')
  const name = readPasskeyName(request.fields['name']) ?? verified.name
  const createdAt = new Date(context.runtime.now())
  return { ...verified, ...defined({ name, userHandle: ceremony.handle }), createdAt }
}

/** The user of the new passkey. The session must still be the one that began the ceremony. */
const findPasskeyUser = async ({ request, context, adapter, ceremony }: CeremonyRequest): Promise<User> => {
  const { userId, newUser } = ceremony
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser?.userId !== userId)
    throw verificationError('Another user is signed in than when the ceremony began', 'another-user')
  if (userId === undefined) return { ...newUser }
  const user = await findUser(adapter, userId)
  if (user === null) throw verificationError('The user who began the ceremony was deleted', 'another-user')
  return user
}

const registerPasskey = async (ceremonyRequest: CeremonyRequest): Promise<HandlerResponse> => {
  const { request, context, facts, config, response, ceremony } = ceremonyRequest
  const user = await findPasskeyUser(ceremonyRequest)
  const authenticator = await readNewPasskey(ceremonyRequest)
  const { providerAccountId } = authenticator
  const account = { provider: config.id, providerAccountId, type: 'webauthn' as const }
  const identity: Identity = { facts, user, account, authenticator }
  const verifier = findEmailVerifier(context)
  if (ceremony.userId === undefined && verifier !== undefined && typeof user.email === 'string')
    return signUpByMail(request, context, identity, authenticator, user.email, verifier)
  const target = await readTarget(request, context)
  // `mayLink`: the options were given only after a recent authentication.
  const extraCookies = () => rememberPasskey(context, authenticator.credentialID, response)
  const requested = { linkTo: ceremony.userId, mayLink: true, isConfirmed: true, extraCookies }
  return completeSignIn(request, context, identity, { target, ...requested })
}

/** Add a passkey to the account of the signed-in user. If that fails, show the error on the page to try again. */
const addPasskeyToUser = async (ceremonyRequest: CeremonyRequest): Promise<HandlerResponse> => {
  try {
    return await registerPasskey(ceremonyRequest)
  } catch (error) {
    const { request, context } = ceremonyRequest
    const { cause, cookies } = error instanceof HandlerError ? error : new HandlerError(error, [])
    const callbackUrl = await readTarget(request, context)
    throw new HandlerError(cause, cookies, pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl }))
  }
}

const readPurpose = (action: unknown): Ceremony['purpose'] => {
  if (action === 'authenticate' || action === 'register') return action
  throw verificationError('The form field action names no ceremony', 'action')
}

/** `POST /callback/<provider>`: the response of a ceremony. It ends the ceremony, also when the sign-in fails. */
const callback: ProviderHandler = async (request, context, configured) => {
  const purpose = readPurpose(request.fields['action'])
  const response = readCeremonyResponse(request.fields['data'])
  const { challenge } = response.clientData
  const wanted = { provider: configured.id, purpose }
  const { value: ceremony, fault, forget } = await findCeremony(context, request.cookies, challenge, wanted)
  if (ceremony === undefined)
    throw new HandlerError(verificationError('This browser began no such ceremony', fault), forget)
  return withCookies(forget, async () => {
    if (!(await consumeChallenge(context, ceremony))) throw verificationError('The challenge was used before', 'used')
    const ceremonyRequest = { ...passkeyRequestFor(request, context, configured), response, ceremony }
    if (purpose === 'authenticate') return authenticateWithPasskey(ceremonyRequest)
    return ceremony.userId === undefined ? registerPasskey(ceremonyRequest) : addPasskeyToUser(ceremonyRequest)
  })
}

/** Passkeys (WebAuthn). A script begins the ceremony, so `POST /signin/<provider>` only shows the sign-in page. */
export const webAuthnSteps: MethodSteps = { start: redirectToSignInPage, callback }
