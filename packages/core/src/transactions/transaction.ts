import type { ReturnTarget } from '../web/return-target.ts'

/** Seconds that an attempt at a provider may take. */
export const ATTEMPT_SECONDS = 900

/** One attempt to sign in at an OAuth or OIDC provider. */
export interface OAuthTransaction {
  readonly kind: 'oauth'
  readonly provider: string
  readonly state: string
  readonly redirectUri: string
  readonly issuer?: string
  readonly nonce?: string
  readonly codeVerifier?: string
  readonly target: ReturnTarget
  /** The user who was signed in and asked to link an account. */
  readonly linkTo?: string
  /** Seconds since the epoch. */
  readonly created: number
}

/** One request for a mail; its link signs in only the browser that holds this. */
export interface EmailTransaction {
  readonly kind: 'email'
  readonly provider: string
  /** The address, normalised. */
  readonly identifier: string
  /** The token in the mail. */
  readonly state: string
  readonly target: ReturnTarget
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds that the mail's link works. */
  readonly lasts: number
}

export type Transaction = OAuthTransaction | EmailTransaction
