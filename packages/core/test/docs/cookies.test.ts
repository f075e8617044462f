import { expect, test } from 'vitest'
import { readPage } from '../../scripts/reference-tables.ts'
import { cookieKeys, resolveCookies } from '../../src/config/cookie-set.ts'
import { options } from '../../src/config/options.ts'

test('docs/reference/cookies.md names the attributes of all cookies', () => {
  expect(readPage('cookies.md')).toContain('`HttpOnly`, `SameSite=Lax`, `Path=/`, and on https `Secure`')
  for (const secure of [true, false])
    for (const { options: attributes } of Object.values(resolveCookies({}, secure)))
      expect(attributes).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure })
})

test('docs/reference/cookies.md names the options without a cookie as options without effect', () => {
  const withoutCookie = Object.keys(options.cookies).filter((option) => !cookieKeys.some((key) => key === option))
  expect(withoutCookie).toEqual(['pkceCodeVerifier', 'nonce'])
  expect(readPage('cookies.md')).toContain('**Without effect:** `cookies.pkceCodeVerifier` and `cookies.nonce`')
})
