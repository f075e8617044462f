import type { Site } from '../config/site.ts'
import type { Account, AdapterUser, Cookie, Profile, Session, User } from '../types/index.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { CookieJar } from '../web/cookies.ts'

/** Whose session a browser holds. */
export interface Holder {
  readonly userId: string
  /** The token of a database session. */
  readonly token?: string
  /** The user, where the database was asked for them already. */
  readonly user?: AdapterUser
}

/** A session as a client sees it, and the cookies that its reading made due. */
export interface SessionView {
  readonly session: Session | null
  readonly cookies: readonly Cookie[]
}

/** What a sign-in tells the strategy. */
export interface Entry {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser?: boolean
}

/** What changes a session. */
export interface Update {
  /** What a client sent, for the owner's callbacks. */
  readonly data: unknown
  /** Claims of a token that are others by now; a database session has none of its own. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether whoever holds the session has just proven the address of its user. @default false */
  readonly isProof?: boolean
}

/** One strategy of keeping sessions. Chosen once, in the config. */
export interface SessionStrategy {
  /** A new session. `adapter` is the one of the transaction under way, if any. */
  readonly issue: (site: Site, jar: CookieJar, entry: Entry, adapter?: BoundAdapter) => Promise<readonly Cookie[]>
  /** The browser's session. */
  readonly read: (site: Site, jar: CookieJar, update?: Update) => Promise<SessionView>
  /** Who holds the session, with no side effect and no callback. Expired is nobody. */
  readonly findHolder: (site: Site, jar: CookieJar) => Promise<Holder | null>
  /** End the browser's session; the answer is the cookies that forget it. */
  readonly end: (site: Site, jar: CookieJar) => Promise<readonly Cookie[]>
}
