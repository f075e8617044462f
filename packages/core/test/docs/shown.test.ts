import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The files are compiled with the other tests.
test.each([
  ['CONTRIBUTING.md', 'session-ends.test.ts'],
  ['README.md', 'server.ts'],
  ['docs/cookies.md', 'cookies.ts'],
  ['docs/cookies.md', 'host-cookies.ts'],
  ['docs/email.md', 'nodemailer.ts'],
  ['docs/email.md', 'own-sender.ts'],
  ['docs/email.md', 'require-verified-email.ts'],
  ['docs/email.md', 'too-many-requests.ts'],
  ['docs/linking.md', 'account.ts'],
  ['docs/oauth.md', 'assurance.ts'],
  ['docs/oauth.md', 'private-key.ts'],
  ['docs/oauth.md', 'tenant.ts'],
  ['docs/oauth.md', 'third-party-login.ts'],
  ['docs/pages.md', 'i18n.ts'],
  ['docs/pages.md', 'own-pages.ts'],
  ['docs/pages.md', 'theme.ts'],
  ['docs/passkeys.md', 'relying-party.ts'],
])('%s shows %s as it compiles', (page, file) => {
  expect(read(`../../../../${page}`)).toContain(`\`\`\`ts\n${read(`shown/${file}`)}\`\`\`\n`)
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
