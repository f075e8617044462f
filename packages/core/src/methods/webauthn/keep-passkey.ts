import type { AuthContext, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { requireAdapter } from '../../account/account-request.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import { pendingPasskey, type PendingPasskey } from '../../attempts/ceremony.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { sameSecret } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { formToken } from '../../forms/page-data.ts'
import { announce } from '../../notifications/announce.ts'
import { readUserAgentInfo } from '../../protocols/email/user-agent-info.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { findUser, readPasskey } from '../../store/rows.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { HandlerError, redirectTo, show, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'

/** A pending passkey whose mail has signed a user in. */
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

/**
 * Whether the page offers "keep" first: to a new user, in the kind of browser that created the passkey. An existing user may
 * not know of a sign-up, and another kind of browser is a sign of an injected cookie.
 */
const isExpected = ({ headers }: RequestInternal, { user, createdIn }: OfferedPasskey): boolean => {
  const { browser, system } = readUserAgentInfo(headers.get('user-agent'))
  return user.isNew && browser === createdIn.browser && system === createdIn.system
}

/** The page that asks whether to keep a pending passkey. It names the address, the time and the browser of the sign-up. */
export const showPendingPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  pending: OfferedPasskey,
): Promise<HandlerResponse> => {
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const props = {
    action: `${request.base}/passkey`,
    host: new URL(request.origin).host,
    email: pending.email,
    fields: [['keep', pending.id]] as const,
    callbackUrl: await readTarget(request, context),
    keepsByDefault: isExpected(request, pending),
    requestedFrom: pending.createdIn,
    requestedAt: pending.created * 1000,
    ...defined({
      csrfToken,
      name: pending.authenticator.name ?? undefined,
      error: readErrorQuery(request.query).error,
    }),
  }
  return show({ page: 'keep-passkey', props }, cookies)
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
    const events = await (adapter.transaction === undefined
      ? linkAccount(adapter, identity, user)
      : adapter.transaction((within) => linkAccount(within, identity, user)))
    // A new user has just created the passkey and needs no notification.
    await announce(request, context, events, isNew ? undefined : { user, change: { kind: 'passkeyAdded' } })
  } catch (error) {
    const stored = readPasskey(await adapter.getAuthenticator?.(credentialID), credentialID)
    if (stored?.userId !== user.id)
      throw authError('WebAuthnVerificationError', 'The pending passkey could not be stored', causeOf(error))
  }
}

/**
 * `POST /passkey`: the choice whether to keep the passkey of a sign-up. A passkey that an attacker injected into this browser
 * waits in the same cookie, so nothing but this choice stores one.
 */
export const keepPasskey: RouteHandler = async (request, context) => {
  const { keep, choice } = request.fields
  const callbackUrl = await readTarget(request, context)
  const cookies = pendingPasskey.clear(context, request.cookies)
  if (choice !== 'keep') return redirectTo(callbackUrl, cookies)
  const page = pageTarget(`${request.base}/passkey`, request.origin, { keep: String(keep), callbackUrl })
  const currentUser = await findCurrentUser(context, request.cookies)
  const user = currentUser === null ? null : await findUser(requireAdapter(context), currentUser.userId)
  if (user === null) return requireSignIn(request, context, page)
  if (!(await isRecentlyAuthenticated(context, request.cookies, user.id)))
    return requireReauthentication(request, context, page)
  const pending = await findPendingPasskey(request, context, user.id, keep)
  try {
    if (pending === undefined) throw verificationError('No passkey waits for this user in this browser', 'absent')
    await storePasskey(request, context, pending, user)
  } catch (error) {
    throw new HandlerError(error, [], page)
  }
  return redirectTo(callbackUrl, cookies)
}
