import { expect, test } from 'vitest'
import { Twitch } from './twitch.ts'

const { token } = Twitch()
const conform = typeof token === 'object' ? token.conform : undefined

test('joins a list of scopes to one string', async () => {
  const response = await conform?.(Response.json({ access_token: 'a', scope: ['openid', 'user:read:email'] }))
  expect(await response?.json()).toEqual({ access_token: 'a', scope: 'openid user:read:email' })
})

test.each([
  ['with a string of scopes', Response.json({ access_token: 'a', scope: 'openid' })],
  ['without scopes', Response.json({ access_token: 'a' })],
  ['with an error', Response.json({ status: 400, message: 'Invalid authorization code' }, { status: 400 })],
])('keeps a token response %s unchanged', async (_what, response) => {
  expect(await conform?.(response)).toBeUndefined()
})
