import { makeSite } from '@authwright/test-kit/site'
import { expect, test } from 'vitest'

test('signs a user out after session.maxAge', async () => {
  const authorize = () => ({ id: '1', name: 'Ada' })
  const password = { id: 'password', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }
  const { browser, clock } = makeSite({ providers: [password], session: { maxAge: 60 } })
  const visitor = browser()
  await visitor.post('/auth/callback/password')
  expect(await visitor.session()).toMatchObject({ user: { name: 'Ada' } })
  clock.forward(61)
  expect(await visitor.session()).toBeNull()
})
