import { readDate } from '../base/time.ts'
import type { AuthContext, CurrentUser, RequestInternal } from '../config/engine-types.ts'
import { findAccountUser, findEmailUser, isSameAddress } from '../accounts/find-users.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { emailOf, isAddressVerified, type Identity, type StoredUser } from '../accounts/decide-account.ts'
import { defined } from '../base/json.ts'
import type { NewSession } from '../sessions/session-view.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { AdapterUser, Cookie, User } from '../types/index.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'

export interface CompletionOptions {
  readonly target: RedirectTarget
  /** The signed-in user who requested to link this account. */
  readonly linkTo?: string | undefined
  /** Whether that user had authenticated recently when they requested it. @default false */
  readonly mayLink?: boolean | undefined
  /** The user who was signed in when the sign-in began. Only this user is offered to link the account. */
  readonly startedBy?: string | undefined
  /** Whether the user has just shown which account to use; else the attempt may be injected. @default false */
  readonly isConfirmed?: boolean | undefined
  readonly pendingSignIn?: string | undefined
  readonly extraCookies?: (user: User) => Promise<readonly Cookie[]>
}

/** The users of the database that a sign-in may be about. `emailUser: undefined`: not looked up yet. */
interface ExistingUsers {
  readonly accountUser: StoredUser | null
  readonly emailUser?: StoredUser | null | undefined
}

/** A sign-in: what the method verified and what was found about it. This record travels through all steps. */
export interface SignIn extends ExistingUsers {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly identity: Identity
  readonly options: CompletionOptions
  readonly currentUser: CurrentUser | null
}

/** Look up the users of a sign-in: by account, or by e-mail address where the method has no accounts. */
export const findExistingUsers = async ({ config }: AuthContext, identity: Identity): Promise<ExistingUsers> => {
  const { adapter } = config
  if (adapter === undefined || !identity.facts.hasStoredUsers) return { accountUser: null }
  if (identity.facts.hasAccounts) return { accountUser: await findAccountUser(adapter, identity) }
  return { accountUser: null, emailUser: await findEmailUser(adapter, emailOf(identity)) }
}

/** The user and the account as callbacks and events get them: those of the database if there are any. */
export const callbackSubject = ({ user, account }: Identity, { accountUser, emailUser }: ExistingUsers) => {
  const subject = accountUser ?? emailUser ?? user
  const { userId } = account
  return { user: subject, account: userId === undefined ? account : { ...account, userId: String(subject.id) } }
}

/** The user as the `signIn` and `jwt` callbacks get them, with the time at which the address was verified. */
export const callbackUser = (
  { context, identity }: Pick<SignIn, 'context' | 'identity'>,
  user: User,
  isVerified = isAddressVerified(identity),
): User | AdapterUser => {
  if (!identity.facts.hasStoredUsers) return user
  const { emailVerified: at }: User & { readonly emailVerified?: unknown } = user
  const now = new Date(context.runtime.now())
  const verifiedNow = isVerified && isSameAddress(user.email, emailOf(identity)) ? now : null
  // A member with this name that the `profile` callback of a provider returned says nothing.
  const verifiedBefore = user !== identity.user && isEmailVerified(user)
  const emailVerified = verifiedBefore ? (readDate(at) ?? now) : verifiedNow
  // A row is not copied without need: some adapters return class instances with getters, which a copy would lose.
  return at === emailVerified ? user : { ...user, emailVerified }
}

/** The sign-in as the session strategy and the `signIn` event get it. */
export const toNewSession = ({ context, identity }: SignIn, { user, isNewUser }: AppliedDecision): NewSession => {
  const { account } = callbackSubject(identity, { accountUser: user })
  // Without an adapter nothing tells whether an account has been used before.
  const isUnknown = context.config.adapter === undefined && identity.facts.hasStoredUsers
  return defined({ user, account, profile: identity.profile, isNewUser: isUnknown ? undefined : isNewUser })
}
