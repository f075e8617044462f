import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import type { Account, AdapterUser, Cookie, Profile, Session, User } from '../types/index.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieJar } from '../web/cookies.ts'

/** A session as a client sees it, and the cookies that its reading made due. */
export interface SessionView {
  readonly session: Session | null
  readonly cookies: readonly Cookie[]
}

/** What a sign-in tells the strategy. */
export interface NewSession {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser?: boolean
}

/** What changes a session. */
export interface SessionUpdate {
  /** What a client sent, for the owner's callbacks. */
  readonly data: unknown
  /** Claims of a token that are others by now; a database session has none of its own. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether whoever holds the session has just proven the address of its user. @default false */
  readonly isEmailProof?: boolean
}

/** One strategy of keeping sessions. Chosen once, in the config. */
export interface SessionStrategy {
  /** A new session. `adapter` is the one of the transaction under way, if any. */
  readonly issue: (
    context: AuthContext,
    jar: CookieJar,
    entry: NewSession,
    adapter?: BoundAdapter,
  ) => Promise<readonly Cookie[]>
  /** The browser's session. */
  readonly read: (context: AuthContext, jar: CookieJar, update?: SessionUpdate) => Promise<SessionView>
  /** Who holds the session, with no side effect and no callback. Expired is nobody. */
  readonly findCurrentUser: (context: AuthContext, jar: CookieJar) => Promise<CurrentUser | null>
  /** End the browser's session; the answer is the cookies that forget it. */
  readonly end: (context: AuthContext, jar: CookieJar) => Promise<readonly Cookie[]>
}
