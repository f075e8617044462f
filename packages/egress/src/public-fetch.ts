import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { makePolicy, type Policy } from './policy.ts'
import { hostOf, sendTo, type OutgoingRequest } from './send.ts'

/**
 * The options of `publicFetch`.
 * @example const options: PublicFetchOptions = { allow: ['10.20.0.0/16'] }
 */
export interface PublicFetchOptions {
  /**
   * Networks that are allowed besides public addresses, in CIDR notation, such as `10.20.0.0/16`. @default []
   * @example allow: ['10.20.0.0/16', 'fd12:3456:789a::/48']
   */
  readonly allow?: readonly string[]
  /**
   * Resolves a host name to addresses. @default the operating system's resolver
   * @example resolve: (host) => resolve4(host)
   */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/**
 * No request was sent, because the host is, or resolves to, an address that is not allowed.
 * @example const refusedHost = (error: unknown) => (error instanceof EgressRefused ? error.host : undefined)
 */
export class EgressRefused extends Error {
  /** Appears in the log of Authwright in place of the code of a network error. */
  readonly code = 'EGRESS_REFUSED'
  /** The host that the request named. */
  readonly host: string

  constructor(host: string, reason: string) {
    super(`No request was sent to ${host}: ${reason}`)
    this.name = 'EgressRefused'
    this.host = host
  }
}

type Resolve = NonNullable<PublicFetchOptions['resolve']>

const resolveBySystem: Resolve = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Returns the allowed addresses of a URL's host, IPv4 first. A name is resolved once: the request goes to the addresses
 * that were checked, whatever the name resolves to later (DNS rebinding). Throws `EgressRefused` if one of them is not
 * allowed, since no honest name has both public and internal addresses.
 */
const resolveAllowed = async (url: URL, resolve: Resolve, isAllowed: Policy): Promise<readonly string[]> => {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) throw new EgressRefused(host, 'it has no address')
  const refused = addresses.find((address) => !isAllowed(address))
  if (refused !== undefined) throw new EgressRefused(host, `${refused} is not a public address`)
  return addresses.toSorted((a, b) => isIP(a) - isIP(b))
}

/** Tries the addresses in order until a connection is made. */
const sendToFirst = async (request: OutgoingRequest, addresses: readonly string[]): Promise<Response> => {
  let lastError: unknown
  for (const address of addresses) {
    let isConnected = false
    try {
      return await sendTo(request, address, () => void (isConnected = true))
    } catch (error) {
      lastError = error
      if (isConnected || request.signal.aborted) break
    }
  }
  throw lastError
}

/**
 * Makes a `fetch` that sends http and https requests to public addresses only: not to this machine, its network, or the
 * metadata addresses of clouds. Use it as `customFetch` for providers whose URLs tenants configure.
 *
 * The `fetch` does not follow redirects, reuse connections or use a proxy. It rejects with `EgressRefused` for other
 * addresses, and with a `TypeError` for other protocols. Create one and keep it: providers with the same `fetch` share
 * discovery documents and keys.
 *
 * @throws TypeError if `allow` has a network that is not in CIDR notation
 * @example
 * const provider = { ...tenantProvider, [customFetch]: publicFetch() }
 */
export const publicFetch = ({ allow = [], resolve = resolveBySystem }: PublicFetchOptions = {}): typeof fetch => {
  const isAllowed = makePolicy(allow)
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new TypeError(`the protocol ${url.protocol} is not supported`)
    const { method, headers, signal } = request
    const addresses = await resolveAllowed(url, resolve, isAllowed)
    const body = new Uint8Array(await request.arrayBuffer())
    return sendToFirst({ url, method, headers, body, signal }, addresses)
  }
}
