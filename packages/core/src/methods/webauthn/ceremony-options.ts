import type { AuthContext, ConfiguredProvider, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { findUser, readRows } from '../../store/rows.ts'
import { toBase64url } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import { authError, ReauthenticationRequired } from '../../errors/error-classes.ts'
import { beginCeremony } from '../../attempts/ceremony.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { json } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { decideProvenance } from '../../web/origin.ts'
import { buildAuthenticationOptions } from '../../protocols/webauthn/authentication.ts'
import { toDescriptors } from '../../protocols/webauthn/credential-record.ts'
import { buildRegistrationOptions } from '../../protocols/webauthn/registration.ts'
import type { Registrant } from '../../protocols/webauthn/registration.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { decideCeremony } from './decide-ceremony.ts'
import { listForAnybody, listOwn } from './list-passkeys.ts'
import type { ListedPasskeys } from './list-passkeys.ts'
import { passkeyRequestFor } from './passkey-request.ts'
import type { PasskeyRequest } from './passkey-request.ts'
import { findNewcomer } from './user-info.ts'
import type { Newcomer } from './user-info.ts'

const HANDLE_LENGTH = 32
const CHALLENGE_LENGTH = 32

/** A request for options, with all that follows from it. */
interface OptionsRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly passkeys: PasskeyRequest
}

const refuse = (error: string): HandlerResponse => json({ error }, [], 400)

const answerWith = async (
  { request, context, passkeys }: OptionsRequest,
  ceremony: Omit<Ceremony, 'provider' | 'challenge' | 'created'>,
  build: (challenge: Uint8Array<ArrayBuffer>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<HandlerResponse> => {
  const challenge = context.runtime.random(CHALLENGE_LENGTH)
  const options = await build(challenge)
  const cookies = await beginCeremony(context, request.cookies, {
    ...ceremony,
    provider: passkeys.provider.id,
    challenge: toBase64url(challenge),
    created: toSeconds(context.runtime.now()),
  })
  return json({ action: ceremony.purpose, options }, cookies)
}

const findList = async (
  { context, passkeys: { provider } }: OptionsRequest,
  currentUser: string | undefined,
  newcomer: Newcomer | null,
): Promise<ListedPasskeys | undefined> => {
  if (currentUser !== undefined) return listOwn(context, currentUser)
  const email = newcomer?.user.email
  return provider.listsCredentials && typeof email === 'string' ? listForAnybody(context, email) : undefined
}

const authenticate = async (
  asked: OptionsRequest,
  userId: string | undefined,
  newcomer: Newcomer | null,
): Promise<HandlerResponse> => {
  const { provider, party } = asked.passkeys
  const listed = await findList(asked, userId, newcomer)
  const ceremony = { purpose: 'authenticate' as const, ...defined({ userId, listedFor: listed?.listedFor }) }
  return answerWith(asked, ceremony, async (challenge) =>
    buildAuthenticationOptions(provider, await party(), challenge, listed?.allowed),
  )
}

const newHandle = (context: AuthContext): string => toBase64url(context.runtime.random(HANDLE_LENGTH))

/** Somebody signed in adds a passkey: to their own account, whatever else the request names. */
const add = async (asked: OptionsRequest, userId: string): Promise<HandlerResponse> => {
  const { request, context, passkeys } = asked
  const { provider, party } = passkeys
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  if (user === null || !(await isRecentlyAuthenticated(context, request.cookies, userId))) {
    throw new ReauthenticationRequired('A passkey is added only by somebody who has just signed in')
  }
  const rows = readRows((await adapter?.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')
  // One handle for all passkeys of a user, so that an authenticator sees one account (WebAuthn L3 §6.1, user handle).
  const handle = rows.map((row) => row.userHandle).find((known) => typeof known === 'string') ?? newHandle(context)
  const name = user.email ?? user.name ?? userId
  const registrant: Registrant = { handle, name, displayName: user.name ?? name }
  return answerWith(asked, { purpose: 'register', userId, handle }, async (challenge) =>
    buildRegistrationOptions(provider, await party(), registrant, challenge, toDescriptors(rows)),
  )
}

/** Somebody new: the options are the same whether the address is known or not. */
const signUp = async (asked: OptionsRequest, { user }: Newcomer): Promise<HandlerResponse> => {
  const { provider, party } = asked.passkeys
  const handle = newHandle(asked.context)
  const { id: _foreign, ...newUser } = user
  const name = user.email ?? user.name ?? provider.name
  const registrant: Registrant = { handle, name, displayName: user.name ?? name }
  return answerWith(asked, { purpose: 'register', handle, newUser }, async (challenge) =>
    buildRegistrationOptions(provider, await party(), registrant, challenge, []),
  )
}

const isWish = (action: string | null): action is 'authenticate' | 'register' | null =>
  action === null || action === 'authenticate' || action === 'register'

const providerOf = ({ provider }: RequestInternal): ConfiguredProvider => {
  if (provider?.type === 'webauthn') return provider
  throw authError('InvalidProvider', 'The URL names no passkey provider', { provider: provider?.id ?? '' })
}

/** `GET /webauthn-options/<provider>`: begins a ceremony. */
export const passkeyOptions: RouteHandler = async (request, context) => {
  if (decideProvenance(request.headers, request.origin) === 'foreign') {
    throw authError('MissingCSRF', 'Another site asked for the options of a ceremony')
  }
  const action = request.query.get('action')
  if (!isWish(action)) return refuse('Invalid action')
  const passkeys = passkeyRequestFor(request, context, providerOf(request))
  const asked = { request, context, passkeys }
  const currentUser = (await findCurrentUser(context, request.cookies))?.userId
  const { provider, hookContext, hookRequest } = passkeys
  const newcomer = currentUser === undefined ? await findNewcomer(provider, hookContext, hookRequest) : null
  // Without the owner's word an address decides nothing by itself: whoever wants to sign up says so.
  const isSaid = action === 'register' || provider.config.getUserInfo !== undefined
  const named = newcomer === null || !isSaid ? 'nobody' : newcomer.exists ? 'known' : 'new'
  const decision = decideCeremony({ wish: action ?? undefined, holder: currentUser, named })
  if (decision === 'authenticate') return authenticate(asked, currentUser, newcomer)
  if (decision === 'add' && currentUser !== undefined) return add(asked, currentUser)
  return decision === 'sign-up' && newcomer !== null ? signUp(asked, newcomer) : refuse('Invalid request')
}
