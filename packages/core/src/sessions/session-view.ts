import { BoundedMap } from '../base/bounded-map.ts'
import type { SessionResult } from '../types/auth-instance.ts'
import type { AuthContext, CurrentUser, RequestInternal } from '../config/engine-types.ts'
import type { Account, AdapterUser, Cookie, Profile, Session, User, JWT } from '../types/index.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieJar } from '../web/cookies.ts'
import { whenReady, type Awaitable } from '../base/async.ts'
import { isObject, kindOf } from '../base/json.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Revocation } from './revoke-sessions.ts'

export interface NewSession {
  readonly user: User | AdapterUser
  readonly callbackUser?: User | AdapterUser
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser?: boolean
  /** The session that this one continues, such as after linking an account. It keeps the time of the sign-in. */
  readonly continues?: CurrentUser | undefined
  /** Whether a session in the database is created only if the user has the account, where the adapter can. */
  readonly needsAccount?: boolean
}

export interface SessionUpdate {
  /** The data that the client sent, for the callbacks of the application. */
  readonly data: unknown
  /** New values of claims. A database session has no claims and ignores them. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether the user of this session has just verified their e-mail address. @default false */
  readonly isEmailProof?: boolean
}

/** What a new session takes from a request: the cookies to replace, and the browser to name. */
export type SessionRequest = Pick<RequestInternal, 'cookies' | 'headers'>

export interface SessionStrategy {
  /**
   * Create a session. `adapter` is the adapter of the current transaction, if there is one. Returns `null` if the
   * session `needsAccount` and the user does not have it any more.
   */
  readonly issue: (
    context: AuthContext,
    request: SessionRequest,
    newSession: NewSession,
    adapter?: BoundAdapter,
  ) => Promise<readonly Cookie[] | null>
  /**
   * Read the session. Unless `renews` returns `false`, it is renewed if that is due, and the `jwt` callback runs. It is called as late
   * as possible, because the response may be sent in the meantime.
   */
  readonly read: (
    context: AuthContext,
    jar: CookieJar,
    update?: SessionUpdate,
    renews?: () => boolean,
  ) => Promise<SessionResult>
  /** Give the session a new token that outlives `revocation`, and end the old one. No cookies if it is over. */
  readonly renew: (
    context: AuthContext,
    request: SessionRequest,
    update?: SessionUpdate,
    revocation?: Revocation,
  ) => Promise<readonly Cookie[]>
  /** The user of the session, or `null`. Writes nothing and calls no callback. */
  readonly findCurrentUser: (context: AuthContext, jar: CookieJar) => Promise<CurrentUser | null>
  readonly end: (context: AuthContext, jar: CookieJar) => Promise<readonly Cookie[]>
}

/** A callback returned what is no session, or no claims. */
class WrongResult extends TypeError {}

/** What to do if the code of a callback threw. Its type describes what to return. */
const THREW =
  'Correct the callback at the lines below the cause. jwt gets user and account at a sign-in only, ' +
  'session gets user with sessions in the database, else token'

/** The error of a callback that ran for a session. */
export const toSessionError = (error: unknown): AuthError => {
  if (error instanceof AuthError) return error
  const details = error instanceof WrongResult ? causeOf(error) : { ...causeOf(error), fix: THREW }
  return authError('JWTSessionError', 'A jwt or session callback failed', details)
}

/** Whether a session must be renewed: `session.updateAge` seconds after it was written. `writtenAt` is in seconds. */
export const isRenewalDue = ({ config, runtime }: AuthContext, writtenAt: number): boolean =>
  runtime.now() / 1000 - writtenAt >= config.session.updateAge

/** When a session expires: at `expires` (milliseconds), or `absoluteMaxAge` after the sign-in (seconds). */
export const limitExpiry = ({ config }: AuthContext, expires: number, authTime: number | undefined): Date =>
  new Date(authTime === undefined ? expires : Math.min(expires, (authTime + config.session.absoluteMaxAge) * 1000))

const isText = (value: unknown): value is string | null => typeof value === 'string' || value === null

/** Where an object has its hidden members. */
const HIDDEN = Symbol('hidden members')

/**
 * The accessors by the name of the member. Each name has one for all sessions: for a new accessor, V8 makes a new hidden class, which keeps
 * the session in memory until a full garbage collection.
 */
const accessors = new BoundedMap<string, PropertyDescriptor>(200)

const makeAccessor = (name: string): PropertyDescriptor => ({
  get(this: { readonly [HIDDEN]: Readonly<Record<string, unknown>> }) {
    return this[HIDDEN][name]
  },
  set(this: object, value: unknown) {
    Object.defineProperty(this, name, { value, enumerable: true, writable: true, configurable: true })
  },
  configurable: true,
})

/** Adds members that code can read by name, but that spreading and JSON leave out until the code assigns them. */
const hide = (target: object, members: object): void => {
  Object.defineProperty(target, HIDDEN, { value: { ...members } })
  for (const name of Object.keys(members)) {
    if (Object.hasOwn(target, name)) continue
    Object.defineProperty(
      target,
      name,
      accessors.getOrMake(name, () => makeAccessor(name)),
    )
  }
}

/** The session that the callback returned. Throws a `TypeError` for a result that is not JSON. */
const readSession = (returned: unknown): Session | null => {
  if (returned === null) return null
  if (!isObject(returned))
    throw new WrongResult(`The session callback has to return a session or null, but returned ${kindOf(returned)}`)
  JSON.stringify(returned)
  const { expires: end } = returned
  return (end instanceof Date ? { ...returned, expires: end.toISOString() } : returned) as unknown as Session
}

/**
 * The session for the client: name, address, picture and expiry. The `session` callback gets the rest beside it or
 * hidden in it, so that spreading publishes nothing by accident.
 */
export const showSession = (
  context: AuthContext,
  { name, email, image }: Readonly<Record<'name' | 'email' | 'image', unknown>>,
  expires: Date,
  source: { readonly token: JWT } | { readonly user: AdapterUser },
  update: SessionUpdate | undefined,
  row?: Readonly<Record<string, unknown>>,
): Awaitable<Session | null> => {
  const user: User = {}
  if (isText(name)) user.name = name
  if (isText(email)) user.email = email
  if (isText(image)) user.image = image
  const session: Session = { user, expires: expires.toISOString() }
  // The published type of the callback demands the members of both strategies at once.
  const callback = context.config.callbacks.session as ((params: object) => unknown) | undefined
  if (callback === undefined) return session
  if (row !== undefined) {
    Object.assign(session, { expires })
    hide(session, row)
  }
  if ('user' in source) hide(user, source.user)
  const change = update === undefined ? undefined : { newSession: update.data, trigger: 'update' }
  return whenReady(callback({ session, ...source, ...change }), readSession)
}

/** The claims that a `jwt` callback returned. `null` ends the session. Throws a `TypeError` for any other value. */
export const readClaims = (returned: unknown): JWT | null => {
  if (returned === null || isObject(returned)) return returned as JWT | null
  throw new WrongResult(`The jwt callback has to return claims or null, but returned ${kindOf(returned)}`)
}
