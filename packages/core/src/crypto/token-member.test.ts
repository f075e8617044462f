import { expect, test } from 'vitest'
import { isTokenMember } from './seal-provider-tokens.ts'

const deep = (levels: number): unknown => (levels === 0 ? 'nothing' : { inner: deep(levels - 1) })

test.each([
  ['access_token', 'a'],
  ['refresh_token', 'a'],
  ['id_token', 'a'],
  ['accessToken', 'a'],
  ['oauth_token', 'a'],
  ['oauth_token_secret', 'a'],
  ['client_secret', 'a'],
  ['password', 'a'],
  ['api_key', 'a'],
  ['apiKey', 'a'],
  ['private_key', 'a'],
  ['accessKey', 'a'],
  ['signing_keys', ['a']],
  ['key', 'a'],
  ['passphrase', 'a'],
  ['assertion', 'a'],
  ['tokens', { a: 1 }],
  ['authed_user', { id: 'U1', access_token: 'a' }],
  ['installations', [{ id: 1 }, { refresh_token: 'a' }]],
  ['unfathomable', deep(20)],
])('%s is secret: %j', (name, value) => {
  expect(isTokenMember(name, value)).toBe(true)
})

test.each([
  ['provider', 'a'],
  ['providerAccountId', 'a'],
  ['userId', 'a'],
  ['type', 'oidc'],
  ['token_type', 'bearer'],
  ['public_key', 'a'],
  ['publicKeys', ['a']],
  ['scope', 'token secret'],
  ['session_state', 'a'],
  ['expires_at', 7],
  ['expires_in', 7],
  ['refresh_token_expires_in', 7],
  ['has_refresh_token', true],
  ['id_token', ''],
  ['id_token', null],
  ['id_token', undefined],
  ['token', new Date(0)],
  ['team', { id: 'T1', name: 'secret' }],
  ['shallow', deep(5)],
])('%s is not secret: %j', (name, value) => {
  expect(isTokenMember(name, value)).toBe(false)
})
