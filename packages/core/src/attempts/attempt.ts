import type { UserAgentInfo } from '../protocols/email/user-agent-info.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'

/** Seconds that an attempt at a provider may take. */
export const ATTEMPT_SECONDS = 900

/** One attempt to sign in at an OAuth or OIDC provider. */
export interface OAuthAttempt {
  readonly kind: 'oauth'
  readonly provider: string
  readonly state: string
  readonly redirectUri: string
  /** As which client at which server, as a hash. */
  readonly registration: string
  readonly issuer?: string
  readonly nonce?: string
  readonly codeVerifier?: string
  /** Seconds since the person proved who they are to the provider, at most. */
  readonly maxAge?: number
  /** Authentication context classes that the sign-in request asked for. */
  readonly acr?: readonly string[]
  readonly target: RedirectTarget
  /** The user who was signed in and asked to link an account. */
  readonly linkTo?: string
  /** Whether that user had signed in recently when they asked. */
  readonly mayLink?: boolean
  /** Seconds since the epoch. */
  readonly created: number
}

/** One request for a mail; its link signs in only the browser that holds this. */
export interface EmailAttempt {
  readonly kind: 'email'
  readonly provider: string
  /** The address, normalised. */
  readonly identifier: string
  /** The token that is stored: that of the link, or of no mail at all where the mail brings a code alone. */
  readonly state: string
  /** The code in the mail, as it is compared. It stands nowhere but in this sealed cookie. */
  readonly code?: string
  /** Seconds that the code works. */
  readonly codeExpiresIn?: number
  readonly target: RedirectTarget
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds that the mail's link works. */
  readonly expiresIn: number
}

/** A wish of a signed-in person to have another address; its link changes it at once only in the browser that holds this. */
export interface EmailChangeAttempt {
  readonly kind: 'change'
  readonly provider: string
  /** Random. */
  readonly state: string
  readonly userId: string
  /** The address that is replaced. */
  readonly from: string | null
  /** Whether nobody had proven that one when this was asked for. @default false */
  readonly wasUnverified?: boolean
  /** The new one, normalised. */
  readonly to: string
  /** The code in the mail, as it is compared. */
  readonly code?: string
  /** Seconds that the code works. */
  readonly codeExpiresIn?: number
  /** What asked, coarsely. */
  readonly requestedFrom: UserAgentInfo
  /** Seconds since the epoch. */
  readonly created: number
  readonly expiresIn: number
}

export type Attempt = OAuthAttempt | EmailAttempt | EmailChangeAttempt
