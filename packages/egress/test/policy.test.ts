import { describe, expect, test } from 'vitest'
import { makePolicy } from '../src/policy.ts'

// An address of each block in IANA's special-purpose address registries (RFC 6890).
const special: readonly [string, string][] = [
  ['Azure host', '168.63.129.16'],
  ['Azure host, mapped', '::ffff:168.63.129.16'],
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['shared address space', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.169.254'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['6to4 relays', '192.88.99.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, mapped', '::ffff:127.0.0.1'],
  ['loopback, mapped', '::ffff:7f00:1'],
  ['link-local, mapped', '::ffff:a9fe:a9fe'],
  ['private, mapped', '::ffff:10.0.0.1'],
  ['loopback, IPv4-compatible', '::127.0.0.1'],
  ['private, NAT64', '64:ff9b::a00:1'],
  ['private, NAT64', '64:ff9b:1::a00:1'],
  ['discard-only', '100::1'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:a00:1::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['link-local, with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['unassigned', '4000::1'],
  ['not an address', ''],
  ['not an address', 'localhost'],
  ['not an address', '256.1.1.1'],
]

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '168.63.129.17',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
]

describe('the default policy', () => {
  test.each(special)('refuses %s: %s', (_name, address) => {
    expect(makePolicy([])(address)).toBe(false)
  })

  test.each(open)('allows the public address %s', (address) => {
    expect(makePolicy([])(address)).toBe(true)
  })
})

describe('an allowed network', () => {
  const allows = makePolicy(['10.20.0.0/16', 'fd00:1::/32'])

  test.each(['10.20.0.1', '10.20.255.254', '::ffff:10.20.0.1', 'fd00:1::7', '8.8.8.8'])('allows %s', (address) => {
    expect(allows(address)).toBe(true)
  })

  test.each([
    ['64:ff9b::808:808', true],
    ['64:ff9b::a14:1', true],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a00:5', false],
    ['64:ff9b:1::808:808', false],
  ])('for NAT64 checks the destination of %s: %s', (address, isAllowed) => {
    expect(makePolicy(['64:ff9b::/96', '10.20.0.0/16'])(address)).toBe(isAllowed)
  })

  test('can be a single NAT64 address, whose destination is not checked', () => {
    expect(makePolicy(['64:ff9b::a00:5/128'])('64:ff9b::a00:5')).toBe(true)
  })

  test.each(['10.21.0.1', '10.19.255.255', 'fd00:2::7', '127.0.0.1', '::1'])('does not allow %s', (address) => {
    expect(allows(address)).toBe(false)
  })

  test.each(['10.20.0.0', '10.20.0.0/33', 'example.com/8', '', '/8'])(
    'must be in CIDR notation, unlike %j',
    (network) => {
      expect(() => makePolicy([network])).toThrow(TypeError)
    },
  )
})
