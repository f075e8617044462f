import ipaddr from 'ipaddr.js'

/** Decides whether a request may go to an address. */
export type Policy = (address: string) => boolean

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network address, and the number of bits in its prefix. */
type Network = readonly [Address, number]

/** The global unicast addresses of IPv6 (RFC 4291 §2.5.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Looks public, but at Azure it leads to the host of the virtual machine, which serves configuration and certificates.
 */
const AZURE_HOST = '168.63.129.16'

/** The prefix for IPv4 addresses behind NAT64 (RFC 6052 §2.1). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_HOST : address.match(GLOBAL_IPV6))

const parseNetwork = (network: string): Network => {
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network)
  throw new TypeError(`allow: "${network}" is not a network in CIDR notation, such as 10.20.0.0/16`)
}

const contains = ([network, bits]: Network, address: Address): boolean => {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits)
  return network instanceof ipaddr.IPv6 && address.match(network, bits)
}

/** The IPv4 address behind a NAT64 address. Returns any other address unchanged. */
const translate = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && contains(NAT64, address)
    ? ipaddr.fromByteArray(address.toByteArray().slice(12))
    : address

/**
 * Makes a policy that allows public addresses and the given networks.
 *
 * An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is treated as the IPv4 address. Addresses that a gateway translates
 * (NAT64, 6to4, Teredo) are not public, since their destination is unknown. If all of `64:ff9b::/96` is allowed, each
 * of its addresses is treated as the IPv4 address behind it.
 *
 * @throws TypeError if a network is not in CIDR notation
 */
export const makePolicy = (allow: readonly string[]): Policy => {
  const networks = allow.map(parseNetwork)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    const destination = translate(address)
    const isDestinationAllowed = isPublic(destination) || networks.some((network) => contains(network, destination))
    // A network within the NAT64 prefix names its addresses itself, so their destinations do not matter.
    const isAllowedBy = (network: Network): boolean =>
      contains(network, address) && (destination === address || network[1] > NAT64[1] || isDestinationAllowed)
    return isPublic(address) || networks.some(isAllowedBy)
  }
}
