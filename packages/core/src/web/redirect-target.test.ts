import { describe, expect, test } from 'vitest'
import { checkRedirect, ORIGIN, payloads } from '../../test/support/return-addresses.ts'
import { findApprovedTarget, findOwnTarget, homeTarget, pageTarget } from './redirect-target.ts'

const target = (requested: string): string => findOwnTarget(requested, ORIGIN) ?? homeTarget(ORIGIN)

describe('a requested callback URL', () => {
  test.each(payloads)('$group: $text ($expected)', (payload) => {
    expect(checkRedirect(payload, target(payload.text))).toBeUndefined()
  })

  test.each([undefined, null, 7, {}, ['/'], ''])('%j is not a URL', (requested) => {
    expect(findOwnTarget(requested, ORIGIN)).toBeUndefined()
  })

  test('of more than 2048 characters, as received or serialized, is refused', () => {
    const room = 2048 - ORIGIN.length - 1
    expect(findOwnTarget(`/${'a'.repeat(room)}`, ORIGIN)).toBeDefined()
    expect(findOwnTarget(`/${'a'.repeat(room + 1)}`, ORIGIN)).toBeUndefined()
    expect(findOwnTarget(`/?${'"'.repeat(1000)}`, ORIGIN)).toBeUndefined()
  })
})

describe('the redirect callback', () => {
  test('may return a URL of another origin', () => {
    expect(findApprovedTarget('https://other.example/next', ORIGIN)).toBe('https://other.example/next')
  })

  test.each([
    'javascript:alert(1)',
    '//evil.test',
    'https://user:pass@evil.test/',
    'https://evil.test\r\nSet-Cookie: a=b',
    'ftp://evil.test/',
    'https:evil.test',
    undefined,
    {},
  ])('is not followed to %j', (response) => {
    expect(findApprovedTarget(response, ORIGIN)).toBeUndefined()
  })
})

describe('a configured page', () => {
  test('keeps its own query and host', () => {
    expect(pageTarget('https://pages.example/error?lang=de', ORIGIN, { error: 'AccessDenied' })).toBe(
      'https://pages.example/error?lang=de&error=AccessDenied',
    )
    expect(pageTarget('/welcome?x=1', ORIGIN, { callbackUrl: '/a?b=c&d' })).toBe(
      `${ORIGIN}/welcome?x=1&callbackUrl=%2Fa%3Fb%3Dc%26d`,
    )
  })
})
