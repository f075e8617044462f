import { expect, test } from 'vitest'
import { Twitch } from './twitch.ts'

const { token } = Twitch()
const conform = typeof token === 'object' ? token.conform : undefined

test('a list of scopes becomes the text of the standard', async () => {
  const response = await conform?.(Response.json({ access_token: 'a', scope: ['openid', 'user:read:email'] }))
  expect(await response?.json()).toEqual({ access_token: 'a', scope: 'openid user:read:email' })
})

test.each([
  ['of the standard', Response.json({ access_token: 'a', scope: 'openid' })],
  ['without scopes', Response.json({ access_token: 'a' })],
  ['that is a refusal', Response.json({ status: 400, message: 'Invalid authorization code' }, { status: 400 })],
])('an answer %s stays as it is', async (_what, response) => {
  expect(await conform?.(response)).toBeUndefined()
})
