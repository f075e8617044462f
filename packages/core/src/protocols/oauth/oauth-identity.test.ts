import { describe, expect, test } from 'vitest'
import { resolveOAuthEntry } from '../../../test/support/resolve-oauth-entry.ts'
import { Keycloak } from '../../providers/keycloak.ts'
import type { OIDCConfig } from '../../types/providers.ts'
import { readIdentity } from './oauth-identity.ts'

const entry: OIDCConfig = {
  id: 'op',
  name: 'OP',
  type: 'oidc',
  issuer: 'https://op.example.com',
  clientId: 'c',
  clientSecret: 's',
}

const verified = async (options: Partial<OIDCConfig>, email: string, claim?: unknown) => {
  const profile = { sub: 'ann', email, ...(claim === undefined ? {} : { email_verified: claim as boolean }) }
  return (await readIdentity(resolveOAuthEntry({ ...entry, ...options }), profile, {})).emailVerified
}

const OWN = 'ann@example.com'
const tenant = { emailDomains: ['example.com', 'MÜNCHEN.test'] }

type Row = readonly [
  rule: string,
  options: Partial<OIDCConfig>,
  email: string,
  claim: unknown,
  verified: boolean | undefined,
]
const rows: readonly Row[] = [
  ['the claim does not count without a statement', {}, OWN, true, undefined],
  ['the claim does not count if trustAllEmails is false', { trustAllEmails: false }, OWN, true, undefined],
  ['an address that the provider calls unverified is unverified', {}, OWN, false, false],
  ['a provider that says nothing says nothing', { trustAllEmails: true }, OWN, undefined, undefined],
  ['the claim counts with trustAllEmails', { trustAllEmails: true }, OWN, true, true],
  ['no claim counts but true', { trustAllEmails: true }, OWN, 'true', false],
  ['the claim counts within emailDomains', tenant, OWN, true, true],
  ['domains are compared in lower case', tenant, 'Ann@EXAMPLE.com', true, true],
  ['domains are compared in ASCII', tenant, 'ann@xn--mnchen-3ya.test', true, true],
  ['a provider that says nothing within emailDomains says nothing', tenant, OWN, undefined, undefined],
  ['another domain is unverified', tenant, 'ann@example.org', true, false],
  ['another domain is unverified without the claim', tenant, 'ann@example.org', undefined, false],
  ['a subdomain is another domain', tenant, 'ann@mail.example.com', true, false],
  ['a domain that ends alike is another domain', tenant, 'ann@notexample.com', true, false],
  ['emailDomains limits trustAllEmails', { ...tenant, trustAllEmails: true }, 'ann@example.org', true, false],
  ['emailDomains limits emailVerified', { ...tenant, emailVerified: () => true }, 'ann@example.org', true, false],
  ['an empty list of domains verifies nothing', { emailDomains: [] }, OWN, true, false],
  ['emailVerified decides', { emailVerified: () => true }, OWN, false, true],
  ['emailVerified refuses', { trustAllEmails: true, emailVerified: () => false }, OWN, true, false],
]

describe('whether an address counts as verified:', () => {
  test.each(rows)('%s', async (_rule, options, email, claim, expected) => {
    expect(await verified(options, email, claim)).toBe(expected)
  })

  test('emailDomains limits a built-in entry', async () => {
    const limited = Keycloak({ ...entry, ...tenant })
    const read = async (email: string) =>
      (await readIdentity(resolveOAuthEntry(limited), { sub: 'ann', email, email_verified: true }, {})).emailVerified
    expect([await read(OWN), await read('ann@example.org')]).toEqual([true, false])
  })
})

describe('an option that is not valid is refused:', () => {
  test.each<[string, Record<string, unknown>]>([
    ['emailDomains', { emailDomains: 'example.com' }],
    ['emailDomains', { emailDomains: ['@example.com'] }],
    ['emailDomains', { emailDomains: ['*.example.com'] }],
    ['emailDomains', { emailDomains: [7] }],
    ['trustAllEmails', { trustAllEmails: 'yes' }],
    [
      'trustAllEmails',
      {
        trustAllEmails: true,
        type: 'oauth',
        authorization: 'https://a.example',
        token: 'https://a.example',
        userinfo: 'https://a.example',
      },
    ],
  ])('%s: %j', (option, options) => {
    expect(() => resolveOAuthEntry({ ...entry, ...options } as OIDCConfig)).toThrow(option)
  })
})
