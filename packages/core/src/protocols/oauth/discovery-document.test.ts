import { expect, test } from 'vitest'
import { readDocument } from './discovery.ts'

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
const metadata = {
  issuer: OP,
  authorization: new URL(`${OP}/authorize`),
  token: new URL(`${OP}/token`),
  userinfo: new URL(`${OP}/me`),
  jwksUri: new URL(`${OP}/jwks`),
  pushedAuthorization: new URL(`${OP}/par`),
  requiresPushedAuthorization: true,
  sendsIssuer: true,
  idTokenAlgorithms: ['RS256', 'ES256'],
  authMethods: ['client_secret_basic'],
}

test('keeps the known members only', () => {
  const junk = { junk: Array.from({ length: 9 }, () => ({})), scopes_supported: ['x'] }
  expect(readDocument({ ...document, ...junk })).toStrictEqual(metadata)
})

test.each([
  ['a very long address', { jwks_uri: `${OP}/${'x'.repeat(3000)}` }, { jwksUri: undefined }],
  ['an http address', { token_endpoint: 'http://op.example/token' }, { token: undefined }],
  ['a list as issuer', { issuer: [OP] }, { issuer: undefined }],
  ['a text as list', { id_token_signing_alg_values_supported: 'RS256' }, { idTokenAlgorithms: undefined }],
  [
    'a flag that is not true',
    { require_pushed_authorization_requests: 'true' },
    { requiresPushedAuthorization: false },
  ],
])('ignores %s', (_what, member, change) => {
  expect(readDocument({ ...document, ...member })).toStrictEqual({ ...metadata, ...change })
})

test('keeps at most 100 short texts of a list', () => {
  const many = ['RS256', 7, null, 'x'.repeat(100), ...Array.from({ length: 500 }, (_, i) => `A${i}`)]
  const { idTokenAlgorithms: kept } = readDocument({ ...document, id_token_signing_alg_values_supported: many })
  expect(kept).toHaveLength(100)
  expect(kept?.slice(0, 2)).toEqual(['RS256', 'A0'])
})
