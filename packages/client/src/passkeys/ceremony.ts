import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** The response of the route `webauthn-options`. */
export interface CeremonyRequest {
  readonly action: 'authenticate' | 'register'
  readonly options: unknown
}

/** Why a ceremony failed. */
export type CeremonyFailure = 'PasskeyUnsupported' | 'PasskeyCancelled' | 'PasskeyAlreadyRegistered' | 'PasskeyFailed'

/** The fields `action` and `data` of the form to post, or the reason why the ceremony failed. */
export type CeremonyResult =
  | { readonly fields: { readonly action: CeremonyRequest['action']; readonly data: string } }
  | { readonly failure: CeremonyFailure; readonly cause?: unknown }

/** How the browser runs a ceremony. */
export interface CeremonyMode {
  /** Offer passkeys in form fields instead of a dialog (WebAuthn L3 §5.1.4, conditional mediation). */
  readonly autofill?: boolean
  /** Create a passkey without a dialog, right after the browser filled in a password (conditional creation). */
  readonly automatic?: boolean
}

/**
 * Milliseconds after which a waiting ceremony gets a new challenge. The server accepts a challenge for ten minutes.
 */
const CHALLENGE_REFRESH = 480_000

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => browserSupportsWebAuthn()

/** Tells whether no other ceremony began since. */
export type IsLatest = () => boolean

let latest = 0

/**
 * Announce a ceremony before its options are requested. The browser aborts a ceremony when the next one starts, but does
 * not know about one that waits for its options.
 */
export const beginCeremony = (): IsLatest => {
  latest += 1
  const own = latest
  return () => own === latest
}

/** Abort the current ceremony, also one that still waits for its options, and begin another one in its place. */
const replaceCeremony = (): IsLatest => {
  WebAuthnAbortService.cancelCeremony()
  return beginCeremony()
}

/** A ceremony that waits until the user chooses a passkey in a form field. */
export interface Autofill<Response> {
  /** The last response of `run`, or `undefined` when it was not called. */
  readonly finished: Promise<Response | undefined>
  readonly stop: () => void
}

/**
 * Offer passkeys in form fields. `run` runs one ceremony, and is called again when its challenge expires. The autofill
 * never replaces or stops a ceremony that began after it: the user started that one.
 */
export const startAutofill = <Response>(run: (isLatest: IsLatest) => Promise<Response>): Autofill<Response> => {
  let isLatest = beginCeremony()
  const offer = async (): Promise<Response | undefined> => {
    if (!(await browserSupportsWebAuthnAutofill()) || !isLatest()) return undefined
    let isExpired: boolean
    let response: Response
    do {
      isExpired = false
      const timer = setTimeout(() => {
        isExpired = isLatest()
        if (isExpired) isLatest = replaceCeremony()
      }, CHALLENGE_REFRESH)
      try {
        response = await run(isLatest)
      } finally {
        clearTimeout(timer)
      }
    } while (isExpired && isLatest())
    return response
  }
  const stop = (): void => {
    if (isLatest()) replaceCeremony()
  }
  return { finished: offer(), stop }
}

let started = 0
let pending = 0

/** Run work that may create a passkey. The authenticator stores the passkey before the server does. */
export const trackRegistration = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  started += 1
  pending += 1
  try {
    return await work()
  } finally {
    pending -= 1
  }
}

/** Returns a function that tells whether no registration was pending or started since this call. */
export const watchRegistrations = (): (() => boolean) => {
  const before = started
  const wasIdle = pending === 0
  return () => wasIdle && before === started
}

const failures: Readonly<Record<string, CeremonyFailure>> = {
  AbortError: 'PasskeyCancelled',
  // The browser does not tell a user who cancelled from a timeout or a missing passkey (WebAuthn L3 §14.5.1).
  NotAllowedError: 'PasskeyCancelled',
  InvalidStateError: 'PasskeyAlreadyRegistered',
}

const callBrowser = ({ action, options }: CeremonyRequest, mode: CeremonyMode): Promise<unknown> =>
  action === 'register'
    ? startRegistration({
        optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
        useAutoRegister: mode.automatic === true,
      })
    : startAuthentication({
        optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
        useBrowserAutofill: mode.autofill === true,
        // Some frameworks render the input after this call.
        verifyBrowserAutofillInput: false,
      })

/** Run a ceremony. Never rejects. */
export const runCeremony = async (request: CeremonyRequest, mode: CeremonyMode = {}): Promise<CeremonyResult> => {
  if (!supportsPasskeys()) return { failure: 'PasskeyUnsupported' }
  try {
    return { fields: { action: request.action, data: JSON.stringify(await callBrowser(request, mode)) } }
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    return { failure: failures[name] ?? 'PasskeyFailed', cause }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Validate the response of `webauthn-options`. Returns `undefined` when it is not one. */
export const readCeremonyRequest = (body: unknown): CeremonyRequest | undefined => {
  if (!isObject(body) || !isObject(body['options'])) return undefined
  const { action, options } = body
  return action === 'authenticate' || action === 'register' ? { action, options } : undefined
}
