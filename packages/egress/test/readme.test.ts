import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { providerOf } from './readme/provider-of.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the README shows the code that is compiled and tested here', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('readme/provider-of.ts')}\`\`\`\n`)
})

const tenant = { id: 'acme', name: 'Acme', issuer: 'https://login.acme.example', clientId: 'a', clientSecret: 'b' }

// The rules of core about `emailDomains` have their own tests.
test('the provider of a tenant is believed about addresses of its own domains only', () => {
  const { emailDomains, emailVerified, trustAllEmails } = providerOf({ ...tenant, domains: ['acme.example'] })
  expect([emailDomains, emailVerified, trustAllEmails]).toEqual([['acme.example'], undefined, undefined])
})
