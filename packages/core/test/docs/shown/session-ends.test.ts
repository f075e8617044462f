import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'

test('signs a user out after session.maxAge', async () => {
  const authorize = () => ({ id: '1', name: 'Ada' })
  const password = { id: 'password', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }
  const setup = setUpAuth({ providers: [password], session: { maxAge: 60 } })
  const browser = setup.browser()
  await browser.post('/auth/callback/password')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  setup.clock.forward(61)
  expect(await browser.session()).toBeNull()
})
