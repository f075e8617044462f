import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Auth } from '../../src/index.ts'

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
  ['docs/reference/email.md', 'current-address.ts'],
  ['docs/guides/email.md', 'nodemailer.ts'],
  ['docs/guides/email.md', 'own-sender.ts'],
  ['docs/guides/email.md', 'postmark.ts'],
  ['docs/guides/email.md', 'require-verified-email.ts'],
  ['docs/reference/email.md', 'too-many-requests.ts'],
  ['docs/guides/linking.md', 'account.ts'],
  ['docs/guides/linking.md', 'allow-list.ts'],
  ['docs/guides/oauth.md', 'assurance.ts'],
  ['docs/guides/oauth.md', 'open-parameters.ts'],
  ['docs/guides/oauth.md', 'private-key.ts'],
  ['docs/guides/oauth.md', 'tenant.ts'],
  ['docs/guides/oauth.md', 'third-party-login.ts'],
  ['docs/guides/pages.md', 'i18n.ts'],
  ['docs/guides/custom-pages.md', 'own-pages.ts'],
  ['docs/guides/pages.md', 'theme.ts'],
  ['docs/guides/theming.md', 'theme.ts'],
  ['docs/guides/passkeys.md', 'passkeys.ts'],
  ['docs/guides/passkeys.md', 'relying-party.ts'],
  ['docs/guides/sessions.md', 'config.ts'],
  ['docs/guides/sessions.md', 'reports.ts'],
  ['docs/start/core.md', 'auth.ts'],
  ['docs/start/core.md', 'create-auth.ts'],
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

test('the examples about sessions and passwords let an admin in, and no other user', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of the tests, thirty-two characters and more')
  const { config } = await import('./shown/config.ts')
  const { showReports } = await import('./shown/reports.ts')
  const origin = 'https://app.example.com'
  const visit = (cookie = '') => showReports(new Request(`${origin}/reports`, { headers: { cookie } }))
  expect((await visit()).headers.get('location')).toBe('/auth/signin?callbackUrl=%2Freports')

  const body = new URLSearchParams({ email: 'ada@example.org', password: 'open sesame' })
  const post = (fields: URLSearchParams) =>
    Auth(
      new Request(`${origin}/auth/callback/credentials`, { method: 'POST', headers: { origin }, body: fields }),
      config,
    )
  const cookies = (await post(body)).headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  expect(await (await visit(cookies.join('; '))).text()).toBe('All reports')

  const refused = await post(new URLSearchParams({ ...Object.fromEntries(body), password: 'wrong' }))
  expect(refused.headers.get('location')).toContain('error=CredentialsSignin&code=credentials')
})
