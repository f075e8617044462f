import { expect, test } from 'vitest'
import type { RenderOptions } from './render.ts'
import { renderPage } from '../../test/pages/render-any-page.ts'
import type { Page } from '../types/page-props.ts'

const nonce = 'bm9uY2U'
const signout: Page = { page: 'signout', props: { action: '/auth/signout', callbackUrl: '/', user: 'Ann', home: '/' } }
const sent: Page = {
  page: 'verify-request',
  props: { home: 'https://app.example.com/', signinUrl: '/auth/signin' },
}
const repost: Page = { page: 'repost', props: { action: '/auth/callback/x', fields: [] } }

const policyOf = (page: Page, options: Partial<RenderOptions> = {}): readonly string[] =>
  (renderPage(page, { theme: {}, nonce, ...options }).headers['content-security-policy'] ?? '').split('; ')

test('a page loads only its own style, and cannot be framed', () => {
  expect(policyOf(sent)).toEqual([
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
})

test('only a page with a form runs a script, and only the script with the nonce', () => {
  for (const page of [repost, signout]) {
    expect(policyOf(page)).toContain(`script-src 'nonce-${nonce}'`)
    expect(policyOf(page)).toContain("require-trusted-types-for 'script'")
  }
  expect(policyOf(sent).filter((directive) => directive.startsWith('script-src'))).toEqual([])
})

test('only a page with a passkey may fetch, and only from its own origin', () => {
  const passkey = { id: 'p', name: 'P', kind: 'passkey' as const, action: '/auth/callback/p', optionsUrl: '/auth/o' }
  const page: Page = { page: 'signin', props: { providers: [passkey], callbackUrl: '/' } }
  expect(policyOf(page)).toContain("connect-src 'self'")
  expect(policyOf(signout).filter((directive) => directive.startsWith('connect-src'))).toEqual([])
})

test('a form may lead to its own origin, to https and to the listed http sources', () => {
  expect(policyOf(signout)).toContain("form-action 'self' https:")
  expect(
    policyOf(signout, { formOrigins: ['http:', 'http://localhost:4000', 'http://[::1]:4000', 'https://x.example'] }),
  ).toContain("form-action 'self' https: http: http://localhost:4000 http://[::1]:4000")
})

test('a malicious source adds nothing to the policy', () => {
  const formOrigins = [
    "http://x; script-src 'unsafe-inline'",
    'http://x *',
    '*',
    "'unsafe-inline'",
    'data:',
    'http://x\r\nset-cookie: a=b',
    'http://x,y',
    'http:*',
  ]
  expect(policyOf(signout, { formOrigins })).toEqual(policyOf(signout))
})

test('a page loads images if the theme has a logo', () => {
  expect(policyOf(sent, { theme: { logo: 'https://cdn.example.com/logo.svg' } })).toContain(
    "img-src 'self' data: https:",
  )
  expect(policyOf(sent, { theme: { logo: 'javascript:alert(1)' } })).toEqual(policyOf(sent))
})

test('a page is not cached or sniffed, and its forms send an origin', () => {
  const { headers } = renderPage(signout, { theme: {}, nonce })
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('each response has its own nonce, although the theme is cached', () => {
  const theme = { brandColor: 'gold', buttonText: '#000' }
  const page = renderPage(signout, { theme, nonce: 'first' })
  const again = renderPage(signout, { theme, nonce: 'second' })
  expect(page.html).toContain('<style nonce="first">')
  expect(page.html.replaceAll('first', 'second')).toBe(again.html)
  expect(again.html).toMatch(/--brand: ?gold/)
})
