import { expect, test } from 'vitest'
import { Passkey } from './authenticator.ts'
import { makeWorld, register } from './world.ts'

test('a passkey waits in a cookie of this host alone, so that no neighbour plants its own', async () => {
  const world = makeWorld({ withMail: true })
  const lines = (await register(world.browser(), new Passkey(), 'victim@example.org')).headers.getSetCookie()
  const [line = ''] = lines.filter((one) => one.includes('pending-passkey='))
  expect(line).toMatch(/^__Host-authwright\.pending-passkey=[^;]+;.* Path=\/;.* Secure/)
  expect(line).not.toContain('Domain')

  const victim = world.browser({ '__Secure-authwright.pending-passkey': /=([^;]+)/.exec(line)?.[1] ?? '' })
  const { pathname, searchParams } = new URL(world.mails.at(-1)?.url ?? '')
  await victim.post(pathname, Object.fromEntries(searchParams))
  expect((await victim.session())?.user?.email).toBe('victim@example.org')
  expect(world.adapter.state().authenticators.size).toBe(0)
})
