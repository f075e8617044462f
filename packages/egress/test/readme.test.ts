import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { providerOf } from './readme/provider-of.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the README shows the code that is compiled and tested here', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('readme/provider-of.ts')}\`\`\`\n`)
})

const tenant = { id: 'acme', name: 'Acme', issuer: 'https://login.acme.example', clientId: 'a', clientSecret: 'b' }

test.each([
  [{ email: 'ann@acme.example', email_verified: true }, true],
  [{ email: 'ann@acme.example', email_verified: false }, false],
  [{ email: 'ann@acme.example' }, false],
  [{ email: 'ann@elsewhere.example', email_verified: true }, false],
  [{ email: 'ann@evil-acme.example', email_verified: true }, false],
  [{ email_verified: true }, false],
])('the claims %o of a tenant verify the e-mail address: %s', (claims, isVerified) => {
  const { emailVerified } = providerOf({ ...tenant, domains: ['acme.example'] })
  expect(emailVerified?.({ sub: '1', ...claims })).toBe(isVerified)
})
