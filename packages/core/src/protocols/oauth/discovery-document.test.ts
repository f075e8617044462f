import { expect, test } from 'vitest'
import { readDocument } from './discovery-document.ts'

const OP = 'https://op.example'

const document = {
  issuer: OP,
  authorization_endpoint: `${OP}/authorize`,
  token_endpoint: `${OP}/token`,
  userinfo_endpoint: `${OP}/me`,
  jwks_uri: `${OP}/jwks`,
  pushed_authorization_request_endpoint: `${OP}/par`,
  require_pushed_authorization_requests: true,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
}

test('keeps the known members only', () => {
  expect(readDocument({ ...document, junk: Array.from({ length: 9 }, () => ({})), scopes_supported: ['x'] })).toEqual(
    document,
  )
})

test.each([
  ['a very long address', { jwks_uri: `${OP}/${'x'.repeat(3000)}` }, 'jwks_uri'],
  ['a list as address', { issuer: [OP] }, 'issuer'],
  ['a text as list', { id_token_signing_alg_values_supported: 'RS256' }, 'id_token_signing_alg_values_supported'],
  [
    'a flag that is not true',
    { require_pushed_authorization_requests: 'true' },
    'require_pushed_authorization_requests',
  ],
])('ignores %s', (_what, member, name) => {
  const { [name]: _left, ...rest } = document as Record<string, unknown>
  expect(readDocument({ ...document, ...member })).toEqual(rest)
})

test('keeps at most 100 short texts of a list', () => {
  const many = ['RS256', 7, null, 'x'.repeat(100), ...Array.from({ length: 500 }, (_, i) => `A${i}`)]
  const { id_token_signing_alg_values_supported: kept } = readDocument({
    ...document,
    id_token_signing_alg_values_supported: many,
  })
  expect(kept).toHaveLength(100)
  expect((kept as string[]).slice(0, 2)).toEqual(['RS256', 'A0'])
})
