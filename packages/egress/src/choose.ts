import { isIP } from 'node:net'
import type { Policy } from './policy.ts'
import { EgressRefused } from './refused.ts'

/** How a host name becomes addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** A host as `URL` writes it, without the brackets around an IPv6 address. */
const bare = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses of a URL's host, those of IPv4 first. A name is resolved once, here: what was judged is what is connected to,
 * whatever the name resolves to a moment later. Throws `EgressRefused` when one of them is not allowed, as an honest name has no
 * address inside a network beside one outside.
 */
export const chooseAddresses = async (url: URL, resolve: Resolve, allows: Policy): Promise<readonly string[]> => {
  const host = bare(url)
  const found = isIP(host) === 0 ? await resolve(host) : [host]
  if (found.length === 0) throw new EgressRefused(host, 'it has no address')
  const refused = found.find((address) => !allows(address))
  if (refused !== undefined) throw new EgressRefused(host, `${refused} is not a public address`)
  return found.toSorted((a, b) => isIP(a) - isIP(b))
}
