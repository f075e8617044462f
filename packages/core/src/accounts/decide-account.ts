import type { AuthContext, MethodFacts } from '../config/engine-types.ts'
import { findMissingRemoval, signsInByMail } from '../config/unverified-email.ts'
import type { Account, AdapterAuthenticator, AdapterUser, CredentialInput, Profile, User } from '../types/index.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, OAuthAccountNotLinked, ReauthenticationRequired } from '../errors/error-classes.ts'

/** What a sign-in method verified about a user. */
export interface Identity {
  readonly facts: MethodFacts
  /** The user as the method knows them, without `unverifiedEmail`. Its `id` is not the id of the database. */
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, CredentialInput>
  /** Whether the provider calls the address verified. `undefined`: it says nothing. */
  readonly emailVerified?: boolean
  /** The address of the provider that is left out of `user`, because any user of the provider may have entered it. */
  readonly unverifiedEmail?: string
  /** Whether this sign-in verified the address by a mail, besides what the method verified. @default false */
  readonly isEmailVerified?: boolean
  /** The members of the token response that are stored with the account. */
  readonly stored?: Readonly<Record<string, unknown>>
  readonly allowDangerousEmailAccountLinking?: boolean
  /** A passkey that was just created and is stored with the account. */
  readonly authenticator?: Omit<AdapterAuthenticator, 'userId'>
}

export type StoredUser = AdapterUser

/** Whether this sign-in proves that the user reads the mails to the address. */
export const verifiesEmail = ({ facts, isEmailVerified = false }: Identity): boolean =>
  facts.verifiesEmail === 'itself' || isEmailVerified

/** Whether the address is verified: by this sign-in, or by the provider. */
export const isAddressVerified = (identity: Identity): boolean =>
  verifiesEmail(identity) || identity.emailVerified === true

/** The address of the provider, for decisions only: `user` may be without it. */
export const emailOf = ({ user, unverifiedEmail }: Identity): string | undefined =>
  user.email ?? unverifiedEmail ?? undefined

/** Whether an unverified address is stored: only where what an attacker attached is removed, or no mail signs in. */
export const storesUnverifiedEmail = ({ config }: AuthContext, facts: MethodFacts): boolean => {
  const { account, adapter, providers, session } = config
  if (adapter === undefined) return true
  // The adapter may make its own ids. Another request could see such a user before `takeImportedClaim`.
  if (account.importedBefore !== undefined && adapter.transaction === undefined) return false
  if (findMissingRemoval(adapter, session.strategy).length === 0) return true
  return facts.verifiesEmail !== 'by-provider' || !signsInByMail(providers.all)
}

export interface AccountFacts {
  readonly isByEmail: boolean
  readonly linkTo: string | undefined
  readonly mayLink: boolean
  readonly currentUserId: string | undefined
  /** Whether the address of that user was unverified when the user was looked up. */
  readonly wasUnverified: boolean
  readonly accountUser: StoredUser | null
  readonly emailUser: StoredUser | null
  readonly emailVerified: boolean | undefined
  readonly allowDangerousEmailAccountLinking: boolean
  /** Whether the account was just created, as a passkey is at its registration. */
  readonly isRegistration: boolean
  /** Whether an unverified address can be taken from `emailUser`: no mail could tell who has the mailbox. */
  readonly mayTakeAddress: boolean
  /** Whether `emailUser` was created by an interrupted sign-up with this very account. */
  readonly isInterrupted: boolean
}

type Refusal =
  | 'account-of-another-user'
  | 'address-of-another-user'
  | 'requested-by-another-user'
  /** The session that requested the link may be old or stolen. */
  | 'sign-in-too-long-ago'

export type AccountDecision =
  | { readonly do: 'signIn'; readonly user: StoredUser }
  /** This user is signed in already. Keep the session. */
  | { readonly do: 'keep'; readonly user: StoredUser }
  | { readonly do: 'link'; readonly userId: string; readonly wasUnverified: boolean }
  /** Add the account to the user with the same address, then sign in as that user. */
  | { readonly do: 'linkByEmail'; readonly user: StoredUser }
  /** Resume an interrupted sign-up: add the account to the user that it created, then sign in. */
  | { readonly do: 'resume'; readonly user: StoredUser }
  /** Create a user, add the account, sign in. The address is taken from a user who never verified it. */
  | { readonly do: 'create'; readonly takeAddressOf?: StoredUser }
  | { readonly do: 'refuse'; readonly reason: Refusal }

const refuse = (reason: Refusal): AccountDecision => ({ do: 'refuse', reason })

const decideLink = (linkTo: string, facts: AccountFacts): AccountDecision => {
  const { currentUserId, accountUser, mayLink, wasUnverified } = facts
  // Another user may have signed in to the browser since the request; that user did not request the link.
  if (currentUserId !== linkTo) return refuse('requested-by-another-user')
  if (accountUser !== null)
    return accountUser.id === linkTo ? { do: 'keep', user: accountUser } : refuse('account-of-another-user')
  return mayLink ? { do: 'link', userId: linkTo, wasUnverified } : refuse('sign-in-too-long-ago')
}

/** Decide which user signs in, and what happens to accounts. Pure: no I/O, no clock. */
export const decideAccount = (facts: AccountFacts): AccountDecision => {
  const { accountUser, emailUser, linkTo } = facts
  if (facts.isByEmail) return emailUser === null ? { do: 'create' } : { do: 'signIn', user: emailUser }
  // A registration proves nothing about a passkey that is stored already: its id is public (WebAuthn L3 §7.1 step 26).
  if (facts.isRegistration && accountUser !== null) return refuse('account-of-another-user')
  if (linkTo !== undefined) return decideLink(linkTo, facts)
  if (accountUser !== null) return { do: 'signIn', user: accountUser }
  if (emailUser === null) return { do: 'create' }
  if (facts.isInterrupted) return { do: 'resume', user: emailUser }
  // An address that the provider calls unverified is never linked, whatever the option allows.
  const isLinked = facts.allowDangerousEmailAccountLinking && facts.emailVerified !== false
  if (isLinked) return { do: 'linkByEmail', user: emailUser }
  // A user who is signed in as the other user should link the account instead.
  const isTaken = facts.mayTakeAddress && facts.emailVerified === true && facts.currentUserId !== emailUser.id
  return isTaken ? { do: 'create', takeAddressOf: emailUser } : refuse('address-of-another-user')
}

const ERRORS = { AccountNotLinked, OAuthAccountNotLinked } as const

export const refusalError = ({ account, facts }: Identity, reason: Refusal): AuthError => {
  const { provider } = account
  if (reason === 'sign-in-too-long-ago')
    return new ReauthenticationRequired('An account can only be added soon after signing in', { provider })
  return new ERRORS[facts.notLinkedError]('This account cannot be used to sign in here', { provider, reason })
}
