import type {
  AuthContext,
  ConfiguredProvider,
  RequestFunction,
  RequestInternal,
  RouteHandler,
  SignInMethod,
} from '../../config/engine-types.ts'
import { requireAdapter } from '../../account/account-request.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import { pendingPasskey, type PendingPasskey } from '../../attempts/ceremony.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { sameSecret, toHex } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { approveTarget, readTarget } from '../../forms/callback-url.ts'
import { showForm } from '../../forms/page-data.ts'
import { announce } from '../../notifications/announce.ts'
import { readUserAgentInfo } from '../../web/user-agent-info.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { requireSignIn } from '../../sign-in/require-sign-in.ts'
import { findUser, inTransaction, readPasskey } from '../../store/rows.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { HandlerError, redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'

export type NewPasskey = NonNullable<Identity['authenticator']>

/** The passkey waits in this browser until the user opens the mail. Nothing is attached to the address before. */
export const signUpByMail = async (
  request: RequestInternal,
  context: AuthContext,
  { user, account }: Identity,
  { createdAt: _createdAt, ...authenticator }: NewPasskey,
  email: string,
  verifier: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const params = { user: { ...user, emailVerified: null }, account }
  const redirect = await callSignInCallback(context, request.origin, params)
  if (redirect !== undefined) return redirectTo(redirect)
  const id = toHex(context.runtime.random(16))
  const cookies = await pendingPasskey.write(context, request.cookies, {
    id,
    provider: account.provider,
    email,
    authenticator,
    createdIn: readUserAgentInfo(request.headers.get('user-agent')),
    created: toSeconds(context.runtime.now()),
  })
  if (cookies === undefined)
    throw verificationError('The id or the key of the passkey is too long for a cookie', 'length')
  const { verifyEmail } = await verifier.method.load()
  if (verifyEmail === undefined) throw verificationError('The provider cannot verify an address', 'provider')
  const callbackUrl = await readTarget(request, context)
  // The target names the passkey, so the link of another mail does not store it.
  const target = pageTarget(`${request.base}/passkey`, request.origin, { keep: id, callbackUrl })
  const response = await verifyEmail(request, context, verifier, { email, target, hasNewPasskey: true })
  return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
}

/** After the mail: ask the user whether to keep the passkey, which an attacker may have injected into this browser. */
export const askToKeepPasskey: NonNullable<SignInMethod['afterSignIn']> = async (request, context, signIn) => {
  const { user, isNewUser, verifiedEmail, target } = signIn
  const pending = await pendingPasskey.read(context, request.cookies)
  const page = `${request.base}/passkey`
  const { origin, pathname, searchParams } = new URL(target)
  const isOwnLink = origin + pathname === page && searchParams.get('keep') === pending?.id
  // Only the link of the passkey's own mail verifies the address for the passkey.
  if (pending === undefined || !isOwnLink || verifiedEmail !== pending.email) return { cookies: [], target }
  const offered = { ...pending, user: { id: String(user.id), isNew: isNewUser } }
  const cookies = await pendingPasskey.write(context, request.cookies, offered)
  // Without the cookie, the target is the page where the user can add a new passkey.
  if (cookies === undefined) return { cookies: pendingPasskey.clear(context, request.cookies), target }
  return {
    cookies,
    // The client wrote this URL into the target, so it is validated like every other requested URL.
    target: await approveTarget(context, request.origin, searchParams.get('callbackUrl')),
    pageBefore: (callbackUrl) => pageTarget(page, request.origin, { keep: pending.id, callbackUrl }),
  }
}

type OfferedPasskey = PendingPasskey & Required<Pick<PendingPasskey, 'user'>>

/** The passkey that the page or its form names, if it waits for the choice of this user. */
export const findPendingPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  userId: string,
  id: unknown,
): Promise<OfferedPasskey | undefined> => {
  const pending = await pendingPasskey.read(context, request.cookies)
  if (pending?.user === undefined || pending.user.id !== userId) return undefined
  return typeof id === 'string' && sameSecret(pending.id, id) ? { ...pending, user: pending.user } : undefined
}

/** The page that asks whether to keep a pending passkey. It names address, time and browser of the sign-up. */
export const showPendingPasskey: RequestFunction<[OfferedPasskey]> = async (request, context, pending) => {
  const { id, email, user, created, createdIn, authenticator } = pending
  const { browser, system } = readUserAgentInfo(request.headers.get('user-agent'))
  const { error } = readErrorQuery(request.url.searchParams)
  const props = {
    action: `${request.base}/passkey`,
    host: new URL(request.origin).host,
    email,
    fields: [['keep', id]] as const,
    callbackUrl: await readTarget(request, context),
    // An existing user may not know of a sign-up, and another kind of browser is a sign of an injected cookie.
    keepsByDefault: user.isNew && browser === createdIn.browser && system === createdIn.system,
    requestedFrom: createdIn,
    requestedAt: created * 1000,
    ...defined({ name: authenticator.name ?? undefined, error }),
  }
  return showForm(request, context, { page: 'keep-passkey', props })
}

/** Store a pending passkey. A form that is posted twice stores it once. */
const storePasskey = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, authenticator, created, user: { isNew } }: OfferedPasskey,
  user: AdapterUser,
): Promise<void> => {
  const adapter = requireAdapter(context)
  const { credentialID, providerAccountId } = authenticator
  const method = context.config.providers.find(provider)?.method
  if (method === undefined) throw verificationError('The provider of the passkey is not configured', 'provider')
  const identity: Identity = {
    facts: method.facts,
    user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(created * 1000) },
  }
  try {
    const events = await inTransaction(adapter, (within) => linkAccount(within, identity, user))
    // A new user has just created the passkey and needs no notification.
    await announce(request, context, events, isNew ? undefined : { user, change: { kind: 'passkeyAdded' } })
  } catch (error) {
    const stored = readPasskey(await adapter.getAuthenticator?.(credentialID), credentialID)
    if (stored?.userId !== user.id)
      throw authError('WebAuthnVerificationError', 'The pending passkey could not be stored', causeOf(error))
  }
}

/** `POST /passkey`: the choice whether to keep the passkey of a sign-up. Nothing else stores a pending one. */
export const keepPasskey: RouteHandler = async (request, context) => {
  const { keep, choice } = request.fields
  const callbackUrl = await readTarget(request, context)
  const cookies = pendingPasskey.clear(context, request.cookies)
  if (choice !== 'keep') return redirectTo(callbackUrl, cookies)
  const page = pageTarget(`${request.base}/passkey`, request.origin, { keep: String(keep), callbackUrl })
  const currentUser = await findCurrentUser(context, request.cookies)
  const user = currentUser === null ? null : await findUser(requireAdapter(context), currentUser.userId)
  if (user === null) return requireSignIn(request, context, page, 'SessionRequired')
  if (!(await isRecentlyAuthenticated(context, request.cookies, user.id)))
    return requireSignIn(request, context, page, 'ReauthenticationRequired')
  const pending = await findPendingPasskey(request, context, user.id, keep)
  try {
    if (pending === undefined) throw verificationError('No passkey waits for this user in this browser', 'absent')
    await storePasskey(request, context, pending, user)
  } catch (error) {
    throw new HandlerError(error, [], page)
  }
  return redirectTo(callbackUrl, cookies)
}
