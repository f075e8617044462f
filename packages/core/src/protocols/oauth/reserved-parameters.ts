/**
 * Parameters that carry the protections of the flow. Only this library sets them: not the sign-in request, not the entry,
 * not a hook (RFC 9700 §4.7; RFC 9101 for the request objects, which would replace all of them at once).
 */
const RESERVED: ReadonlySet<string> = new Set([
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'dpop_jkt',
  'nonce',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'state',
])

/** Fields of our own sign-in form: no business of a provider's. */
const OURS: ReadonlySet<string> = new Set(['callbackurl', 'csrftoken', 'redirectto'])

const NAME = /^[\w.:-]{1,64}$/

/** Whether a parameter is set by nobody but this library. Spellings that a lenient server reads as one of ours count. */
export const isReserved = (name: string): boolean => {
  const plain = name.toLowerCase()
  return !NAME.test(name) || RESERVED.has(plain.replace(/[.:-]/g, '_')) || OURS.has(plain)
}
