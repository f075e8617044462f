/** What is known when a browser asks for the options of a ceremony. */
export interface CeremonyFacts {
  /** What it asks for; left out where the server is to decide. */
  readonly wish: 'authenticate' | 'register' | undefined
  /** Who is signed in. */
  readonly holder: string | undefined
  /** Whether somebody named themselves who could sign up. */
  readonly named: 'nobody' | 'new' | 'known'
}

/** What is to be done. */
export type CeremonyDecision = 'authenticate' | 'add' | 'sign-up' | 'refuse'

/**
 * Which ceremony it will be. Only the owner's own `getUserInfo` says `known`: by default nothing is looked up, so that the
 * answer is the same for every address (WebAuthn L3 §14.6.2).
 */
export const decideCeremony = ({
  wish: accountRequest,
  holder: currentUser,
  named,
}: CeremonyFacts): CeremonyDecision => {
  if (accountRequest === 'authenticate') return 'authenticate'
  if (currentUser !== undefined) return accountRequest === 'register' ? 'add' : 'refuse'
  if (accountRequest === 'register') return named === 'new' ? 'sign-up' : 'refuse'
  return named === 'new' ? 'sign-up' : 'authenticate'
}
