import { describe, expect, test } from 'vitest'
import { Apple } from './apple.ts'

const { authorization, emailVerified, profile } = Apple()
const response = typeof authorization === 'object' ? authorization.response : undefined

/** The claims of every ID token. */
const TOKEN = { iss: 'https://appleid.apple.com', sub: 'a', aud: 'client', iat: 0, exp: 600 }

describe('Apple', () => {
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ] as const)('reads email_verified %j as %j', (claim, verified) => {
    const claims = { ...TOKEN, email: 'a@example.org', ...(claim === undefined ? {} : { email_verified: claim }) }
    expect(emailVerified?.(claims)).toBe(verified)
  })

  test.each([
    ['{"name":{"firstName":"Ada","lastName":"Lovelace"}}', 'Ada Lovelace'],
    ['{"name":{"lastName":"Lovelace"}}', 'Lovelace'],
    ['{"name":{}}', 'a@example.org'],
    ['{"name":null}', 'a@example.org'],
    ['{"sub":"another user"}', 'a@example.org'],
    ['not JSON', 'a@example.org'],
    ['7', 'a@example.org'],
  ])('reads only the name from the user parameter: %s', async (user, name) => {
    const more = response?.(new URLSearchParams({ user }))
    const claims = { ...TOKEN, email: 'a@example.org', ...more }
    expect(await profile?.(claims, {})).toEqual({ id: 'a', name, email: 'a@example.org' })
  })
})
