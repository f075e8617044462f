import ipaddr from 'ipaddr.js'

/** Whether a request may go to an address. */
export type Policy = (address: string) => boolean

/** All of IPv6 that is handed out to the public (IANA; RFC 4291 §2.5.4). What lies outside is for somebody in particular. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Looks public, but at Azure it is the machine's own host, which hands out its configuration and certificates. */
const AZURE_HOST = '168.63.129.16'

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_HOST : address.match(GLOBAL_IPV6))

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

const readNetwork = (written: string): Network => {
  if (ipaddr.isValidCIDR(written)) return ipaddr.parseCIDR(written)
  throw new TypeError(`allow: "${written}" is no network in CIDR notation, such as 10.20.0.0/16`)
}

const holds = ([network, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits)
  return network instanceof ipaddr.IPv6 && address.match(network, bits)
}

/** The prefix by which networks without IPv4 of their own reach it (RFC 6052 §2.1). */
const TRANSLATED = ipaddr.parseCIDR('64:ff9b::/96')

/** The IPv4 address that a translated one leads to. */
const leadsTo = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && holds(TRANSLATED, address)
    ? ipaddr.fromByteArray(address.toByteArray().slice(12))
    : address

/**
 * Public addresses, and those of the networks that the owner names. An IPv4 address inside an IPv6 one (RFC 4291 §2.5.5.2) is
 * judged as what it is; addresses that a gateway translates (RFC 6052, 6to4, Teredo) are not public, as nobody sees where they
 * end. Where the owner lets all of `64:ff9b::/96` in, each is judged as what it leads to. Throws a `TypeError` for a network that
 * is none.
 */
export const makePolicy = (allow: readonly string[]): Policy => {
  const networks = allow.map(readNetwork)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    const end = leadsTo(address)
    const isOpen = (to: typeof end): boolean => isPublic(to) || networks.some((network) => holds(network, to))
    const letsIn = (network: Network): boolean =>
      holds(network, address) && (end === address || network[1] > TRANSLATED[1] || isOpen(end))
    return isPublic(address) || networks.some(letsIn)
  }
}
