import { readFileSync } from 'node:fs'

/** The origin that the addresses of the list try to leave. */
export const ORIGIN = 'https://app.example.com'

/**
 * `deny`: the default is used instead. `contain`: the default, or an absolute address of our own. `loop`: an address of our
 * own that leads back into the flow. `same`: honored.
 */
export interface Payload {
  readonly group: string
  readonly expected: 'deny' | 'contain' | 'loop' | 'same'
  readonly text: string
}

/** One payload a line: group, expected, and the text as a JSON string. */
export const payloads: readonly Payload[] = readFileSync(
  new URL('../hostile/return-addresses.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [group = '', decision = '', text = ''] = line.split('\t')
    return { group, expected: decision as Payload['expected'], text: JSON.parse(text) as string }
  })

/** Host of an address by the letter of RFC 3986 §3, as a parser that knows nothing of browsers reads it. */
const plainHost = (address: string): string | undefined =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/.exec(address)?.[1]

/** What is wrong with a `Location` header, or nothing. */
export const faultOf = (location: string, origin = ORIGIN): string | undefined => {
  if (!/^[\x21-\x7e]{1,8192}$/.test(location)) return 'not printable'
  if (/^(?:\/\/|\/\\|\\|\s)/.test(location) || location.split('?', 1)[0]?.includes('\\'))
    return 'read differently by some parser'
  if (!URL.canParse(location)) return 'not absolute'
  const url = new URL(location)
  if (url.username !== '' || url.password !== '') return 'has userinfo'
  if (url.origin !== origin) return `leaves for ${url.origin}`
  return plainHost(location) === url.hostname ? undefined : 'two parsers find two hosts'
}

/** Whether a `Location` is right for a payload. */
export const checkRedirect = (
  { expected: decision, text }: Payload,
  location: string,
  home = `${ORIGIN}/`,
): string | undefined => {
  const fault = faultOf(location)
  if (fault !== undefined) return fault
  if (decision === 'deny') return location === home ? undefined : 'was honored'
  if (decision === 'same') return location === new URL(text, ORIGIN).href ? undefined : 'was not honored'
  return undefined
}
