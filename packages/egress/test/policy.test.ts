import { describe, expect, test } from 'vitest'
import { makePolicy } from '../src/policy.ts'

// The special-purpose registries of IANA (RFC 6890), with an address of each block.
const special: readonly [string, string][] = [
  ['the host of a machine at Azure', '168.63.129.16'],
  ['the host of a machine at Azure, mapped', '::ffff:168.63.129.16'],
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['a private network', '10.0.0.1'],
  ['shared addresses', '100.64.0.1'],
  ['this machine', '127.0.0.1'],
  ['this machine', '127.255.255.254'],
  ['the link', '169.254.169.254'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['protocols', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['6to4 relays', '192.88.99.1'],
  ['a private network', '192.168.1.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['groups', '224.0.0.1'],
  ['the future', '240.0.0.1'],
  ['everybody on the link', '255.255.255.255'],
  ['nobody', '::'],
  ['this machine', '::1'],
  ['this machine, mapped', '::ffff:127.0.0.1'],
  ['this machine, mapped', '::ffff:7f00:1'],
  ['the link, mapped', '::ffff:a9fe:a9fe'],
  ['a private network, mapped', '::ffff:10.0.0.1'],
  ['this machine, compatible', '::127.0.0.1'],
  ['a private network, translated', '64:ff9b::a00:1'],
  ['a private network, translated', '64:ff9b:1::a00:1'],
  ['nothing', '100::1'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:a00:1::1'],
  ['a local network', 'fc00::1'],
  ['a local network', 'fd12:3456::1'],
  ['the link', 'fe80::1'],
  ['the link, with a zone', 'fe80::1%eth0'],
  ['a site', 'fec0::1'],
  ['groups', 'ff02::1'],
  ['nobody yet', '4000::1'],
  ['no address', ''],
  ['no address', 'localhost'],
  ['no address', '256.1.1.1'],
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

describe('a public address', () => {
  test.each(special)('is not that of %s: %s', (_what, address) => {
    expect(makePolicy([])(address)).toBe(false)
  })

  test.each(open)('is %s', (address) => {
    expect(makePolicy([])(address)).toBe(true)
  })
})

describe('a network of one’s own', () => {
  const allows = makePolicy(['10.20.0.0/16', 'fd00:1::/32'])

  test.each(['10.20.0.1', '10.20.255.254', '::ffff:10.20.0.1', 'fd00:1::7', '8.8.8.8'])(
    'is allowed with %s',
    (address) => {
      expect(allows(address)).toBe(true)
    },
  )

  test.each([
    ['64:ff9b::808:808', true],
    ['64:ff9b::a14:1', true],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a00:5', false],
    ['64:ff9b:1::808:808', false],
  ])('that translates leads to %s: %s', (address, isAllowed) => {
    expect(makePolicy(['64:ff9b::/96', '10.20.0.0/16'])(address)).toBe(isAllowed)
  })

  test('that is one translated address is what its owner says', () => {
    expect(makePolicy(['64:ff9b::a00:5/128'])('64:ff9b::a00:5')).toBe(true)
  })

  test.each(['10.21.0.1', '10.19.255.255', 'fd00:2::7', '127.0.0.1', '::1'])('is allowed without %s', (address) => {
    expect(allows(address)).toBe(false)
  })

  test.each(['10.20.0.0', '10.20.0.0/33', 'example.com/8', '', '/8'])('is not %j', (network) => {
    expect(() => makePolicy([network])).toThrow(TypeError)
  })
})
