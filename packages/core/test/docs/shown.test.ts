import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The files are compiled with the other tests.
test.each([
  ['CONTRIBUTING.md', 'session-ends.test.ts'],
  ['README.md', 'server.ts'],
  ['docs/guides/account-page.md', 'delete-user.ts'],
  ['docs/guides/account-page.md', 'delete-later.ts'],
  ['docs/guides/account-page.md', 'delete-due-users.ts'],
  ['docs/reference/cookies.md', 'cookies.ts'],
  ['docs/guides/credentials.md', 'account-locked.ts'],
  ['docs/guides/credentials.md', 'credentials.ts'],
  ['docs/guides/credentials.md', 'users.ts'],
  ['docs/reference/email.md', 'current-address.ts'],
  ['docs/guides/email.md', 'nodemailer.ts'],
  ['docs/reference/email.md', 'own-sender.ts'],
  ['docs/guides/email.md', 'postmark.ts'],
  ['docs/guides/email.md', 'require-verified-email.ts'],
  ['docs/reference/email.md', 'too-many-requests.ts'],
  ['docs/guides/linking.md', 'account.ts'],
  ['docs/guides/linking.md', 'allow-list.ts'],
  ['docs/guides/oauth.md', 'assurance.ts'],
  ['docs/guides/oauth.md', 'open-parameters.ts'],
  ['docs/guides/oauth.md', 'private-key.ts'],
  ['docs/guides/oauth.md', 'tenant-provider.ts'],
  ['docs/guides/oauth.md', 'third-party-login.ts'],
  ['docs/guides/pages.md', 'i18n.ts'],
  ['docs/guides/custom-pages.md', 'own-pages.ts'],
  ['docs/guides/pages.md', 'pages.ts'],
  ['docs/guides/theming.md', 'theme.ts'],
  ['docs/guides/passkeys.md', 'passkeys.ts'],
  ['docs/guides/passkeys.md', 'relying-party.ts'],
  ['docs/guides/protect-a-route.md', 'reports.ts'],
  ['docs/guides/sessions.md', 'auth.config.ts'],
  ['docs/guides/sessions.md', 'server.ts'],
  ['docs/guides/sessions.md', 'sign-out-everywhere.ts'],
  ['docs/guides/tenants.md', 'handle.ts'],
  ['docs/guides/tenants.md', 'tenant.ts'],
  ['docs/guides/tenants.md', 'tenants.ts'],
  ['docs/start/core.md', 'server.ts'],
])('%s shows %s as it compiles', (page, file) => {
  const text = read(`../../../../${page}`).replaceAll(/^```ts .*$/gm, '```ts')
  expect(text).toContain(`\`\`\`ts\n${read(`shown/${file}`)}\`\`\`\n`)
})

test('the example of the README signs in with GitHub', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of the tests, thirty-two characters and more')
  vi.stubEnv('AUTH_URL', 'https://app.example.com')
  vi.stubEnv('AUTH_GITHUB_ID', 'id')
  vi.stubEnv('AUTH_GITHUB_SECRET', 'secret')
  const { handle } = await import('./shown/server.ts')

  const home = await handle(new Request('https://app.example.com/'))
  expect(home.headers.get('location')).toBe('/auth/signin')

  const headers = { origin: 'https://app.example.com' }
  const post = new Request('https://app.example.com/auth/signin/github', { method: 'POST', headers })
  const { status, headers: sent } = await handle(post)
  expect(status).toBe(302)
  expect(sent.get('location')).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?.*client_id=id/)
})

test('the example about a route leads a signed-out user to the sign-in page, and back', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of the tests, thirty-two characters and more')
  vi.stubEnv('AUTH_URL', 'https://app.example.com')
  const { handle } = await import('./shown/reports.ts')
  const { status, headers } = await handle(new Request('https://app.example.com/reports'))
  expect([status, headers.get('location')]).toEqual([302, '/auth/signin?callbackUrl=%2Freports'])
})

test.each([
  ['1', 'admin'],
  ['2', 'user'],
])('the example about data gives the user %s the role %s', async (id, role) => {
  const { config } = await import('./shown/auth.config.ts')
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => ({ id, name: 'Ada' }),
  }
  const browser = setUpAuth({ ...config, providers: [password] }).browser()
  await browser.post('/auth/callback/password')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' }, role })
})
