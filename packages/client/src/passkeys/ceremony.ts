import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** What the server wants done: the answer of `webauthn-options`. */
export interface CeremonyOffer {
  readonly action: 'authenticate' | 'register'
  readonly options: unknown
}

/** Why a ceremony brought nothing. */
export type CeremonyFailure = 'PasskeyUnsupported' | 'PasskeyCancelled' | 'PasskeyKnown' | 'PasskeyFailed'

/** What came of a ceremony: the fields `action` and `data` of the form that is posted, or why there are none. */
export type CeremonyResult =
  | { readonly fields: { readonly action: CeremonyOffer['action']; readonly data: string } }
  | { readonly failure: CeremonyFailure; readonly cause?: unknown }

/** How a ceremony is run. */
export interface CeremonyManner {
  /** Let the browser offer passkeys where it fills in forms, instead of asking at once. */
  readonly autofill?: boolean
  /** Make a passkey without asking, where the browser has just filled in a password for this person. */
  readonly automatic?: boolean
}

/** Whether this browser can use passkeys at all. */
export const supportsPasskeys = (): boolean => browserSupportsWebAuthn()

/** Whether this browser can offer passkeys where it fills in forms. */
export const supportsAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

let latest = 0

/**
 * Begin to work towards a ceremony. The answer says whether nobody has begun another since: the browser ends a ceremony when
 * the next one starts, but knows nothing of one that still waits for its options.
 */
export const takeTurn = (): (() => boolean) => {
  latest += 1
  const own = latest
  return () => own === latest
}

/** End the ceremony under way, such as an autofill that waits, and whatever leads to one. */
export const cancelCeremony = (): void => {
  takeTurn()
  WebAuthnAbortService.cancelCeremony()
}

const failures: Readonly<Record<string, CeremonyFailure>> = {
  AbortError: 'PasskeyCancelled',
  // A browser does not say whether somebody declined, took too long, or has no passkey (WebAuthn L3 §14.5.1).
  NotAllowedError: 'PasskeyCancelled',
  InvalidStateError: 'PasskeyKnown',
}

const run = ({ action, options }: CeremonyOffer, manner: CeremonyManner): Promise<unknown> =>
  action === 'register'
    ? startRegistration({
        optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
        useAutoRegister: manner.automatic === true,
      })
    : startAuthentication({
        optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
        useBrowserAutofill: manner.autofill === true,
        // Where the input stands is the page's affair, and some frameworks put it in later.
        verifyBrowserAutofillInput: false,
      })

/** Run a ceremony. Never rejects. */
export const runCeremony = async (offer: CeremonyOffer, manner: CeremonyManner = {}): Promise<CeremonyResult> => {
  if (!supportsPasskeys()) return { failure: 'PasskeyUnsupported' }
  try {
    return { fields: { action: offer.action, data: JSON.stringify(await run(offer, manner)) } }
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    return { failure: failures[name] ?? 'PasskeyFailed', cause }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The answer of `webauthn-options`, or `undefined` when it is none. */
export const readOffer = (body: unknown): CeremonyOffer | undefined => {
  if (!isObject(body) || !isObject(body['options'])) return undefined
  const { action, options } = body
  return action === 'authenticate' || action === 'register' ? { action, options } : undefined
}
