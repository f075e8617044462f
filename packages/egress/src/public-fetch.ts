import { lookup } from 'node:dns/promises'
import { chooseAddresses } from './choose.ts'
import type { Resolve } from './choose.ts'
import { makePolicy } from './policy.ts'
import { sendTo } from './send.ts'
import type { Outgoing } from './send.ts'

export interface PublicFetchOptions {
  /** Networks of one's own that may be reached as well, in CIDR notation, such as `10.20.0.0/16`. @default [] */
  readonly allow?: readonly string[]
  /** How a host name becomes addresses. @default the operating system's way */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const bySystem: Resolve = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** One address after another, as long as nobody was reached. */
const sendToFirst = async (outgoing: Outgoing, addresses: readonly string[]): Promise<Response> => {
  let fault: unknown
  for (const address of addresses) {
    let reached = false
    try {
      return await sendTo(outgoing, address, () => void (reached = true))
    } catch (error) {
      fault = error
      if (reached || outgoing.signal.aborted) break
    }
  }
  throw fault
}

/**
 * A `fetch` that goes to public addresses only, over http or https: not to this machine, not to its network, not to what a cloud
 * hands out keys at, whatever a name resolves to and however an address is written. For providers whose addresses tenants
 * configure (`customFetch`). It follows no redirects, keeps no connections and knows no proxy. Make one and keep it: what is
 * shared between providers is shared by the `fetch` they use. Rejects with `EgressRefused`.
 *
 * @example
 * const provider = { ...tenantsProvider, [customFetch]: publicFetch() }
 */
export const publicFetch = (options: PublicFetchOptions = {}): typeof fetch => {
  const allows = makePolicy(options.allow ?? [])
  const resolve = options.resolve ?? bySystem
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`${url.protocol} is not fetched`)
    const { method, headers, signal } = request
    const addresses = await chooseAddresses(url, resolve, allows)
    const body = new Uint8Array(await request.arrayBuffer())
    return sendToFirst({ url, method, headers, body, signal }, addresses)
  }
}
