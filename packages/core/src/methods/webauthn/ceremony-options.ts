import type { AuthContext, RouteHandler } from '../../config/engine-types.ts'
import { beginCeremony, type Ceremony } from '../../attempts/ceremony.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { toBase64url } from '../../base/bytes.ts'
import { isObject, defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { authError, EmailSignInError, ReauthenticationRequired } from '../../errors/error-classes.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { buildAuthenticationOptions } from '../../protocols/webauthn/authentication.ts'
import { toDescriptors, type CredentialDescriptor } from '../../protocols/webauthn/credential.ts'
import { buildRegistrationOptions } from '../../protocols/webauthn/registration.ts'
import type { RelyingParty } from '../../protocols/webauthn/relying-party.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { findUser } from '../../store/rows.ts'
import type { User } from '../../types/user.ts'
import type { WebAuthnRequest } from '../../types/webauthn-config.ts'
import { json, type HandlerResponse } from '../../web/handler-response.ts'
import { decideProvenance } from '../../web/origin.ts'
import { findPasskeys, listForAddress, listForUser } from './list-passkeys.ts'
import { passkeyRequestFor, type PasskeyRequest } from './passkey-request.ts'

/** Bytes. */
const HANDLE_LENGTH = 32
const CHALLENGE_LENGTH = 32

const newHandle = ({ runtime }: AuthContext): string => toBase64url(runtime.random(HANDLE_LENGTH))

const badRequest = (error: string): HandlerResponse => json({ error }, [], 400)

/** Begin a ceremony and respond with its options. */
const respondWithOptions = async (
  { request, context, provider, relyingParty }: PasskeyRequest,
  ceremony: Omit<Ceremony, 'provider' | 'challenge' | 'created'>,
  build: (party: RelyingParty, challenge: Uint8Array<ArrayBuffer>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<HandlerResponse> => {
  const challenge = context.runtime.random(CHALLENGE_LENGTH)
  const options = await build(await relyingParty(), challenge)
  const cookies = await beginCeremony(context, request.cookies, {
    ...ceremony,
    provider: provider.id,
    challenge: toBase64url(challenge),
    created: toSeconds(context.runtime.now()),
  })
  return json({ action: ceremony.purpose, options }, cookies)
}

/** A user who wants to sign up. */
interface Candidate {
  readonly user: User
  /** Whether the application has this user already. */
  readonly exists: boolean
}

/** The user with the address in the field `email`, or `null` without a valid address. No database is queried. */
const readCandidate = ({ query, body, method }: WebAuthnRequest): Candidate | null => {
  const typed = method === 'POST' ? body['email'] : query['email']
  if (typed === undefined) return null
  try {
    return { user: { email: readAddress(typed) }, exists: false }
  } catch (error) {
    if (error instanceof EmailSignInError) return null
    throw error
  }
}

/** The user who wants to sign up: as `getUserInfo` of the application says, else by the address. */
const findCandidate = async ({
  provider: { config },
  hookContext,
  hookRequest,
}: PasskeyRequest): Promise<Candidate | null> => {
  if (config.getUserInfo === undefined) return readCandidate(hookRequest)
  const info: unknown = await config.getUserInfo(hookContext, hookRequest)
  if (!isObject(info) || !isObject(info['user'])) return null
  return { user: info['user'], exists: info['exists'] !== false }
}

const authenticate = async (
  passkeyRequest: PasskeyRequest,
  userId: string | undefined,
  candidate: Candidate | null,
): Promise<HandlerResponse> => {
  const { context, provider } = passkeyRequest
  const email = provider.listsCredentials ? candidate?.user.email : undefined
  const listForVisitor = async () => (typeof email === 'string' ? listForAddress(context, email) : undefined)
  const listed = await (userId === undefined ? listForVisitor() : listForUser(context, userId))
  const ceremony = { purpose: 'authenticate' as const, ...defined({ userId, listedFor: listed?.listedFor }) }
  return respondWithOptions(passkeyRequest, ceremony, (party, challenge) =>
    buildAuthenticationOptions(provider, party, challenge, listed?.allowed),
  )
}

const register = (
  passkeyRequest: PasskeyRequest,
  ceremony: Pick<Ceremony, 'userId' | 'newUser'> & { readonly handle: string },
  user: User,
  exclude: readonly CredentialDescriptor[],
): Promise<HandlerResponse> => {
  const { provider } = passkeyRequest
  const name = user.email ?? user.name ?? ceremony.userId ?? provider.name
  const registrant = { handle: ceremony.handle, name, displayName: user.name ?? name }
  return respondWithOptions(passkeyRequest, { purpose: 'register', ...ceremony }, (party, challenge) =>
    buildRegistrationOptions(provider, party, registrant, challenge, exclude),
  )
}

/** The signed-in user adds a passkey to their own account. Other users that the request names are ignored. */
const addPasskey = async (passkeyRequest: PasskeyRequest, userId: string): Promise<HandlerResponse> => {
  const { request, context } = passkeyRequest
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  if (user === null || !(await isRecentlyAuthenticated(context, request.cookies, userId)))
    throw new ReauthenticationRequired('Adding a passkey requires a recent authentication')
  const rows = await findPasskeys(adapter, userId)
  // All passkeys of a user have the same user handle, so authenticators show one account (WebAuthn L3 §6.1).
  const handle = rows.map((row) => row.userHandle).find((stored) => typeof stored === 'string') ?? newHandle(context)
  return register(passkeyRequest, { userId, handle }, user, toDescriptors(rows))
}

/**
 * `GET /webauthn-options/<provider>`: the options of a ceremony, to sign in, to add a passkey or to sign up. By
 * default no user is looked up, so the response is the same for every address (WebAuthn L3 §14.6.2). Only `getUserInfo`
 * can report that a user exists.
 */
export const passkeyOptions: RouteHandler = async (request, context) => {
  if (decideProvenance(request.headers, request.origin) === 'foreign')
    throw authError('MissingCSRF', 'Another site requested the options of a ceremony')
  const action = request.query.get('action')
  if (action !== null && action !== 'authenticate' && action !== 'register') return badRequest('Invalid action')
  const configured = request.provider
  if (configured?.type !== 'webauthn')
    throw authError('InvalidProvider', 'The URL names no passkey provider', { provider: configured?.id ?? '' })
  const passkeyRequest = passkeyRequestFor(request, context, configured)
  const userId = (await findCurrentUser(context, request.cookies))?.userId
  const candidate = userId === undefined ? await findCandidate(passkeyRequest) : null
  if (action === 'authenticate') return authenticate(passkeyRequest, userId, candidate)
  if (userId !== undefined)
    return action === 'register' ? addPasskey(passkeyRequest, userId) : badRequest('Invalid request')
  // An address alone does not start a sign-up: without `getUserInfo` the browser must request one.
  const isSignUp = action === 'register' || passkeyRequest.provider.config.getUserInfo !== undefined
  if (isSignUp && candidate?.exists === false) {
    const { id: _foreign, ...newUser } = candidate.user
    return register(passkeyRequest, { handle: newHandle(context), newUser }, candidate.user, [])
  }
  return action === 'register' ? badRequest('Invalid request') : authenticate(passkeyRequest, userId, candidate)
}
