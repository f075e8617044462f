import type { AuthContext, RouteHandler } from '../../config/engine-types.ts'
import { findEmailUser, findPasskeys } from '../../accounts/find-users.ts'
import { beginCeremony, type Ceremony } from '../../attempts/ceremony.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { toBase64url } from '../../base/bytes.ts'
import { isObject, defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { authError, ReauthenticationRequired } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { showForm } from '../../forms/page-data.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { buildAuthenticationOptions } from '../../protocols/webauthn/authentication.ts'
import { toDescriptors, type CredentialDescriptor } from '../../protocols/webauthn/credential.ts'
import { buildRegistrationOptions } from '../../protocols/webauthn/registration.ts'
import type { RelyingParty } from '../../protocols/webauthn/relying-party.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { requireSignIn } from '../../sign-in/require-sign-in.ts'
import { findUser } from '../../store/rows.ts'
import type { User } from '../../types/user.ts'
import { json, type HandlerResponse } from '../../web/handler-response.ts'
import { decideProvenance, isSamePage } from '../../web/origin.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { findPendingPasskey, showPendingPasskey } from './pending-passkey.ts'
import { findPasskeyProvider, passkeyRequestFor, type PasskeyRequest } from './passkey-request.ts'

/** Bytes of a challenge, and of a user handle. */
const RANDOM_LENGTH = 32

const newHandle = ({ runtime }: AuthContext): string => toBase64url(runtime.random(RANDOM_LENGTH))

const badRequest = (error: string): HandlerResponse => json({ error }, [], 400)

const respondWithOptions = async (
  { request, context, config, relyingParty }: PasskeyRequest,
  ceremony: Omit<Ceremony, 'provider' | 'challenge' | 'created'>,
  build: (party: RelyingParty, challenge: Uint8Array<ArrayBuffer>) => Promise<object>,
): Promise<HandlerResponse> => {
  const challenge = context.runtime.random(RANDOM_LENGTH)
  const options = await build(await relyingParty(), challenge)
  const cookies = await beginCeremony(context, request.cookies, {
    ...ceremony,
    provider: config.id,
    challenge: toBase64url(challenge),
    created: toSeconds(context.runtime.now()),
  })
  return json({ action: ceremony.purpose, options }, cookies)
}

type Candidate = { readonly user: User; readonly exists: boolean } | null

/** What `getUserInfo` of the application says, else a user with the address in the query. No database is queried. */
const findCandidate = async ({ config, hookContext, hookRequest }: PasskeyRequest): Promise<Candidate> => {
  if (config.getUserInfo !== undefined) {
    const info: unknown = await config.getUserInfo(hookContext, hookRequest)
    return isObject(info) && isObject(info['user']) ? { user: info['user'], exists: info['exists'] !== false } : null
  }
  try {
    return { user: { email: readAddress(hookRequest.query['email']) }, exists: false }
  } catch {
    return null
  }
}

/** A decoy, always the same for an address, that hides whether the address has passkeys (WebAuthn L3 §14.6.2). */
const makeDecoy = async ({ keyring }: AuthContext, email: string): Promise<CredentialDescriptor> => {
  const hex = await keyring.mac('passkey decoy', email)
  const id = toBase64url(Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)))
  return { id, transports: ['usb'] }
}

/** The passkeys that an authentication lists. `listedFor` is the id of their user; empty for a decoy. */
const findListed = async (
  { context, adapter, config }: PasskeyRequest,
  currentId: string | undefined,
  email: string | null | undefined,
) => {
  const isAllowed = config.allowDangerousCredentialListing === true && typeof email === 'string'
  const address = isAllowed ? email : undefined
  const listedFor = currentId ?? (await findEmailUser(adapter, address))?.id
  const rows = listedFor === undefined ? [] : await findPasskeys(adapter, listedFor)
  if (rows.length > 0) return { listedFor, allowed: toDescriptors(rows) }
  if (currentId !== undefined || address === undefined) return undefined
  return { listedFor: '', allowed: [await makeDecoy(context, address)] }
}

const authenticate = async (passkeyRequest: PasskeyRequest, userId: string | undefined, candidate: Candidate) => {
  // On the sign-in page a signed-in user can also use another account. Listed passkeys would exclude its own.
  const listedId = passkeyRequest.request.url.searchParams.get('account') === 'any' ? undefined : userId
  const listed = await findListed(passkeyRequest, listedId, candidate?.user.email)
  const ceremony = { purpose: 'authenticate' as const, ...defined({ userId, listedFor: listed?.listedFor }) }
  return respondWithOptions(passkeyRequest, ceremony, (party, challenge) =>
    buildAuthenticationOptions(passkeyRequest.provider, party, challenge, listed?.allowed),
  )
}

const register = (
  passkeyRequest: PasskeyRequest,
  ceremony: Pick<Ceremony, 'userId' | 'newUser'> & { readonly handle: string },
  user: User,
  exclude: readonly CredentialDescriptor[],
): Promise<HandlerResponse> => {
  const { provider, config } = passkeyRequest
  const name = user.email ?? user.name ?? ceremony.userId ?? config.name
  const registrant = { handle: ceremony.handle, name, displayName: user.name ?? name }
  return respondWithOptions(passkeyRequest, { purpose: 'register', ...ceremony }, (party, challenge) =>
    buildRegistrationOptions(provider, party, registrant, challenge, exclude),
  )
}

/** The signed-in user adds a passkey to their own account. Other users that the request names are ignored. */
const addPasskey = async (passkeyRequest: PasskeyRequest, userId: string): Promise<HandlerResponse> => {
  const { request, context, adapter } = passkeyRequest
  const user = await findUser(adapter, userId)
  if (user === null || !(await isRecentlyAuthenticated(context, request.cookies, userId)))
    throw new ReauthenticationRequired('Adding a passkey requires a recent authentication')
  const rows = await findPasskeys(adapter, userId)
  // All passkeys of a user have the same user handle, so authenticators show one account (WebAuthn L3 §6.1).
  const handle = rows.map((row) => row.userHandle).find((stored) => typeof stored === 'string') ?? newHandle(context)
  return register(passkeyRequest, { userId, handle }, user, toDescriptors(rows))
}

/** `GET /webauthn-options/<provider>`: the options of a ceremony, to sign in, to add a passkey or to sign up. */
export const passkeyOptions: RouteHandler = async (request, context) => {
  if (decideProvenance(request.headers, request.origin) === 'foreign')
    throw authError('MissingCSRF', 'Another site requested the options of a ceremony')
  const action = request.url.searchParams.get('action')
  if (action !== null && action !== 'authenticate' && action !== 'register') return badRequest('Invalid action')
  const configured = request.provider
  if (configured?.type !== 'webauthn')
    throw authError('InvalidProvider', 'The URL names no passkey provider', { provider: configured?.id ?? '' })
  const passkeyRequest = passkeyRequestFor(request, context, configured)
  const userId = (await findCurrentUser(context, request.cookies))?.userId
  // The response is the same for every address (WebAuthn L3 §14.6.2), unless `getUserInfo` reports that a user exists.
  const candidate = userId === undefined ? await findCandidate(passkeyRequest) : null
  if (action === 'register' && userId !== undefined) return addPasskey(passkeyRequest, userId)
  // An address alone does not start a sign-up: without `getUserInfo` the browser must request one.
  const isSignUp = action === 'register' || (action === null && passkeyRequest.config.getUserInfo !== undefined)
  if (isSignUp && candidate?.exists === false) {
    const { id: _foreign, ...newUser } = candidate.user
    return register(passkeyRequest, { handle: newHandle(context), newUser }, candidate.user, [])
  }
  const isSignIn = action === 'authenticate' || (action === null && userId === undefined)
  return isSignIn ? authenticate(passkeyRequest, userId, candidate) : badRequest('Invalid request')
}

/** `GET /passkey`: the page where a user who has just authenticated adds a passkey, or keeps the one of the sign-up. */
export const showAddPasskey: RouteHandler = async (request, context) => {
  const provider = findPasskeyProvider(context)
  if (provider === undefined) throw authError('InvalidProvider', 'No passkey provider is configured')
  const currentUser = await findCurrentUser(context, request.cookies)
  const page = `${request.base}/passkey${request.url.search}`
  if (currentUser === null) return requireSignIn(request, context, page, 'SessionRequired')
  if (!(await isRecentlyAuthenticated(context, request.cookies, currentUser.userId)))
    return requireSignIn(request, context, page, 'ReauthenticationRequired')
  const pending = await findPendingPasskey(request, context, currentUser.userId, request.url.searchParams.get('keep'))
  if (pending !== undefined) return showPendingPasskey(request, context, pending)
  const target = await readTarget(request, context)
  const account = pageTarget(`${request.base}/account`, request.origin)
  const isFromAccount = isSamePage(new URL(target), new URL(account))
  const props = {
    providerId: provider.id,
    action: `${request.base}/callback/${provider.id}`,
    optionsUrl: `${request.base}/webauthn-options/${provider.id}`,
    skipUrl: isFromAccount ? account : target,
    // The account page says that the passkey was added.
    callbackUrl: isFromAccount ? pageTarget(account, request.origin, { done: 'passkey-added' }) : target,
    ...defined({ error: readErrorQuery(request.url.searchParams).error }),
  }
  return showForm(request, context, { page: 'passkey', props })
}
