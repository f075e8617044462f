import type { Decision, InspectedRequest } from './decisions.ts'

/** The requests of one sign-in, and how it ended. */
export interface Timeline {
  readonly id: string
  readonly requests: readonly InspectedRequest[]
  readonly outcome: 'signed in' | 'failed' | 'waiting' | 'done'
  /** What the user did. */
  readonly about: string
  /** Why it failed: the lines of the log. */
  readonly failure?: readonly string[]
  /** The section of the documentation about the failure. */
  readonly docs?: string
  /** What to change. */
  readonly advice: readonly string[]
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const decisionsOf = (requests: readonly InspectedRequest[]): readonly Decision[] =>
  requests.flatMap(({ decisions }) => decisions)

const factsOf = (decisions: readonly Decision[], step: string): Decision['facts'] | undefined =>
  decisions.find((decision) => decision.step === step)?.facts

/** The cookie of the attempt, which all requests of a sign-in by redirect or by e-mail write or read. */
const attemptOf = ({ decisions }: InspectedRequest): string | undefined => {
  const isAttempt = ({ step, facts }: Decision): boolean => step.startsWith('cookie ') && facts['for'] === 'attempt'
  return textOf(decisions.find(isAttempt)?.facts['name'])
}

/** Whether a request is part of a sign-in, or failed: pages and session checks that succeed are not shown. */
const isShown = ({ decisions }: InspectedRequest): boolean => {
  if (decisions.some(({ step }) => step === 'failure')) return true
  const { method, route } = factsOf(decisions, 'request') ?? {}
  return route === 'callback' || (method === 'POST' && route !== 'session')
}

/** Why the cookie of an attempt was not accepted, by the word of the library. */
const COOKIE_ADVICE: Readonly<Record<string, string>> = {
  unreadable:
    'The cookie of the attempt was sealed with another secret: AUTH_SECRET changed, or servers have different ones.',
  expired: 'The attempt was older than its lifetime. Start again.',
}

const absentAdvice = (requests: readonly InspectedRequest[], name: string): string => {
  const addresses = requests.map(({ decisions }) => textOf(factsOf(decisions, 'request')?.['address']) ?? '')
  // Not a URL if the library took a part of the host for a secret: it has 40 or more characters.
  const [first, last] = [addresses.at(0), addresses.at(-1)].map((text = '') =>
    URL.canParse(text) ? new URL(text).origin : undefined,
  )
  if (first !== undefined && last !== undefined && first !== last)
    return `The sign-in began at ${first}, and the response came to ${last}. Cookies are not shared between hosts: set AUTH_URL to the address that users open, and open that address.`
  return `The browser did not send the cookie ${name}. The sign-in was started in another browser, its response was used already, or a proxy removed the cookie.`
}

/** The error that a provider sent, by its code (RFC 6749 §4.1.2.1 and §5.2). */
const providerAdvice = (error: string, requests: readonly InspectedRequest[]): string => {
  const redirectUri = textOf(factsOf(decisionsOf(requests), 'authorization request')?.['redirectUri'])
  const callback = textOf(factsOf(decisionsOf(requests.slice(-1)), 'request')?.['address'])
  if (error === 'redirect_uri_mismatch')
    return `Register this address as the callback URL at the provider, character by character: ${redirectUri ?? callback ?? ''}`
  if (error === 'invalid_client')
    return 'Compare the client id and the client secret with the page of your client at the provider.'
  if (error === 'access_denied')
    return 'The user refused at the provider, or the provider does not let this user sign in.'
  return `The provider sent the error ${error}. Its documentation says what it means.`
}

const ERROR = /"error":"([\w.-]{1,60})"/

const FIX = '[fix] '

/** What to change, by what was recorded. What the log says to change is more general. */
const findAdvice = (
  requests: readonly InspectedRequest[],
  failure: readonly string[] | undefined,
): readonly string[] => {
  const decisions = decisionsOf(requests)
  if (failure === undefined) {
    const redirectUri = textOf(factsOf(decisions, 'authorization request')?.['redirectUri'])
    return redirectUri === undefined
      ? []
      : [`If the provider shows an error about the redirect URI, register ${redirectUri}`]
  }
  const sent = textOf(factsOf(decisions, 'authorization response')?.['error']) ?? ERROR.exec(failure.join('\n'))?.[1]
  const cookie = decisions.findLast(({ step, facts }) => step === 'cookie read' && facts['opened'] === false)?.facts
  const why = textOf(cookie?.['why']) ?? ''
  const fromCookie = why === 'absent' ? absentAdvice(requests, textOf(cookie?.['name']) ?? '') : COOKIE_ADVICE[why]
  const found = [
    ...(sent === undefined ? [] : [providerAdvice(sent, requests)]),
    ...(fromCookie === undefined ? [] : [fromCookie]),
  ]
  return found.length > 0 ? found : failure.filter((line) => line.startsWith(FIX)).map((line) => line.slice(FIX.length))
}

/** What the user did, by the first request. */
const describe = (requests: readonly InspectedRequest[]): string => {
  const { method, route, provider, address } = factsOf(decisionsOf(requests), 'request') ?? {}
  const isSignIn = route === 'signin' || route === 'callback'
  if (isSignIn && typeof provider === 'string') return `sign-in with ${provider}`
  const path = URL.canParse(String(address)) ? new URL(String(address)).pathname : (textOf(route) ?? '')
  return `${textOf(method) ?? 'request'} ${path}`.trim()
}

const isSignedIn = ({ step, facts }: Decision): boolean => {
  const sets: unknown = step === 'response' ? facts['sets'] : undefined
  const isSession = (cookie: { readonly name?: unknown; readonly isDeleted?: unknown }): boolean =>
    /session-token(?:\.0)?$/.test(String(cookie.name)) && cookie.isDeleted !== true
  return Array.isArray(sets) && sets.some(isSession)
}

const isString = (value: unknown): value is string => typeof value === 'string'

const toTimeline = (id: string, requests: readonly InspectedRequest[]): Timeline => {
  const decisions = decisionsOf(requests)
  const failed = decisions.findLast(({ step }) => step === 'failure')?.facts
  const text: unknown = failed?.['text']
  const failure = failed === undefined ? undefined : Array.isArray(text) ? text.filter(isString) : []
  const isWaiting = !requests.some((request) => factsOf(request.decisions, 'request')?.['route'] === 'callback')
  const isStarted = factsOf(decisions, 'authorization request') !== undefined
  const address = textOf(failed?.['docs'])
  const docs = address?.startsWith('https://') === true ? address : undefined
  const outcome = isStarted && isWaiting ? 'waiting' : 'done'
  return {
    id,
    requests,
    outcome: failure !== undefined ? 'failed' : decisions.some(isSignedIn) ? 'signed in' : outcome,
    about: describe(requests),
    ...(failure === undefined ? {} : { failure: failure.filter((line) => !line.startsWith(FIX)) }),
    ...(docs === undefined ? {} : { docs }),
    advice: failure !== undefined || outcome === 'waiting' ? findAdvice(requests, failure) : [],
  }
}

/** The sign-ins among these requests, the newest first. Requests with the same attempt belong together. */
export const toTimelines = (all: readonly InspectedRequest[]): readonly Timeline[] => {
  const groups = new Map<string, InspectedRequest[]>()
  for (const request of all.filter(isShown)) {
    const key = attemptOf(request) ?? request.id
    groups.set(key, [...(groups.get(key) ?? []), request])
  }
  return [...groups.values()].map((requests) => toTimeline(requests[0]?.id ?? '', requests)).toReversed()
}
