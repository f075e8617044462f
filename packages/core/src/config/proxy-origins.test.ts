import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'
import { isSharedOrigin } from './proxy-origins.ts'

test.each([
  'https://*.vercel.app',
  'https://my-app-*.vercel.app',
  'https://my-app-*-team.vercel.app/',
  'https://*.Netlify.app',
  'https://*.up.railway.app',
  'https://*.co.uk',
  'https://*.com',
  'https://example.*',
  'https://*',
  'http://*:3000',
  'https://*.*.pages.dev',
])('%s matches hosts that others can register', (pattern) => {
  expect(isSharedOrigin(pattern)).toBe(true)
})

test.each([
  'https://*.example.com',
  'https://app-*.preview.example.co.uk',
  'https://*.my-app.pages.dev',
  'https://my-app.vercel.app',
  'https://vercel.app.example.com',
  'http://localhost:3000',
  'http://localhost:*',
])('%s matches hosts of the application only', (pattern) => {
  expect(isSharedOrigin(pattern)).toBe(false)
})

test('redirectProxyOrigins that match hosts of others are warned about at the first request', async () => {
  const redirectProxyOrigins = ['https://*.vercel.app', 'https://*.example.com']
  const warnings: unknown[] = []
  const logger = { warn: (...parts: unknown[]) => void warnings.push(parts.join(' ')) }
  const { browser } = setUpAuth({ redirectProxyOrigins, logger })
  await browser().get('/auth/session')
  await browser().get('/auth/session')
  expect(warnings).toStrictEqual([expect.stringMatching(/^redirect-proxy-shared .*"https:\/\/\*\.vercel\.app"/)])
})
