import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import type { Account, AdapterUser, Cookie, Profile, Session, User } from '../types/index.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieJar } from '../web/cookies.ts'

/** A session as the client gets it, and the cookies that the response must set. */
export interface SessionView {
  readonly session: Session | null
  readonly cookies: readonly Cookie[]
}

/** A completed sign-in, as the session strategy needs it. */
export interface NewSession {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser?: boolean
}

/** A change of a session. */
export interface SessionUpdate {
  /** The data that the client sent, for the callbacks of the application. */
  readonly data: unknown
  /** New values of claims. A database session has no claims and ignores them. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether the user of this session has just verified their e-mail address. @default false */
  readonly isEmailProof?: boolean
}

/** A way to store sessions. The config chooses it. */
export interface SessionStrategy {
  /** Create a session. `adapter` is the adapter of the current transaction, if there is one. */
  readonly issue: (
    context: AuthContext,
    jar: CookieJar,
    newSession: NewSession,
    adapter?: BoundAdapter,
  ) => Promise<readonly Cookie[]>
  /** Read the session of the browser, and renew it if it is due. */
  readonly read: (context: AuthContext, jar: CookieJar, update?: SessionUpdate) => Promise<SessionView>
  /** The user of the session, or `null`. Writes nothing and calls no callback. */
  readonly findCurrentUser: (context: AuthContext, jar: CookieJar) => Promise<CurrentUser | null>
  /** End the session of the browser. Returns the cookies that clear it. */
  readonly end: (context: AuthContext, jar: CookieJar) => Promise<readonly Cookie[]>
}
