import type { Identity, StoredUser } from './identity.ts'

/** What is known when somebody has proven who they are. */
export interface AccountFacts {
  readonly method: Exclude<Identity['method'], 'credentials'>
  /** The user who asked, while signed in, to link this account. */
  readonly linkTo: string | undefined
  /** Whether that user had signed in recently when they asked. */
  readonly mayLink: boolean
  /** The user who is signed in now. */
  readonly currentUserId: string | undefined
  /** Whether nobody had proven that one's address when it was looked up who they are. */
  readonly wasUnverified: boolean
  /** The user of this very account. */
  readonly accountUser: StoredUser | null
  /** The user with the same address. */
  readonly emailUser: StoredUser | null
  readonly emailVerified: boolean | undefined
  readonly allowDangerousEmailAccountLinking: boolean
  /** Whether the account was just made by whoever asks, as a passkey is when it is registered. */
  readonly isRegistration: boolean
  /** Whether the user with the same address is what an interrupted first sign-in of this very account left behind. */
  readonly isInterrupted: boolean
}

/** Why somebody is not let in. */
export type Refusal =
  | 'account-of-another-user'
  | 'address-of-another-user'
  | 'another-user-asked'
  /** The session that asked may be weeks old, or in the wrong hands. */
  | 'sign-in-too-long-ago'

/** What is to be done. */
export type AccountDecision =
  /** Sign in as this user. */
  | { readonly do: 'signIn'; readonly user: StoredUser }
  /** This user is signed in already: the session is kept. */
  | { readonly do: 'keep'; readonly user: StoredUser }
  /** Add the account to the user who is signed in. */
  | { readonly do: 'link'; readonly userId: string; readonly wasUnverified: boolean }
  /** Add the account to the user with the same address, then sign in as them. */
  | { readonly do: 'linkByEmail'; readonly user: StoredUser }
  /** Go on with an interrupted first sign-in: add the account to the user that it made, sign in. */
  | { readonly do: 'resume'; readonly user: StoredUser }
  /** Make a user, add the account, sign in. */
  | { readonly do: 'create' }
  | { readonly do: 'refuse'; readonly reason: Refusal }

const refuse = (reason: Refusal): AccountDecision => ({ do: 'refuse', reason })

const decideEmail = ({ emailUser }: AccountFacts): AccountDecision =>
  emailUser === null ? { do: 'create' } : { do: 'signIn', user: emailUser }

const decideLink = (
  linkTo: string,
  { currentUserId: currentUser, accountUser, mayLink, wasUnverified: wasUnverified }: AccountFacts,
): AccountDecision => {
  // The browser may have changed hands between the start and the answer; then nobody asked for this link.
  if (currentUser !== linkTo) return refuse('another-user-asked')
  if (accountUser === null)
    return mayLink ? { do: 'link', userId: linkTo, wasUnverified } : refuse('sign-in-too-long-ago')
  return accountUser.id === linkTo ? { do: 'keep', user: accountUser } : refuse('account-of-another-user')
}

/** Who comes in, and as whom. A table: no look-up, no clock. */
export const decideAccount = (facts: AccountFacts): AccountDecision => {
  if (facts.method === 'email') return decideEmail(facts)
  // Whoever registers proves nothing about a passkey that is known already: its id is no secret (WebAuthn L3 §7.1 step 25).
  if (facts.isRegistration && facts.accountUser !== null) return refuse('account-of-another-user')
  if (facts.linkTo !== undefined) return decideLink(facts.linkTo, facts)
  if (facts.accountUser !== null) return { do: 'signIn', user: facts.accountUser }
  if (facts.emailUser === null) return { do: 'create' }
  if (facts.isInterrupted) return { do: 'resume', user: facts.emailUser }
  // A provider that says itself that the address is not proven is not believed, whatever the owner allows.
  const joins = facts.allowDangerousEmailAccountLinking && facts.emailVerified !== false
  return joins ? { do: 'linkByEmail', user: facts.emailUser } : refuse('address-of-another-user')
}
