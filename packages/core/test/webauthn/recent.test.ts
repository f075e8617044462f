import { expect, test } from 'vitest'
import { Passkey } from './authenticator.ts'
import { ask, makeWorld, member, register } from './world.ts'

test('adding a passkey proves nothing anew: whoever goes on adding has to sign in again in time', async () => {
  const world = makeWorld()
  const visitor = await member(world, new Passkey())
  world.clock.forward(600)
  await register(visitor, new Passkey())
  expect(world.adapter.state().authenticators.size).toBe(2)
  world.clock.forward(301)
  expect(await ask(visitor, { action: 'register' })).toMatchObject({ status: 401, error: 'ReauthenticationRequired' })
})
