import { afterEach, expect, test, vi } from 'vitest'
import { SECRET } from '@authwright/test-kit/auth-setup'
import { adapter } from './shown/adapter.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const WEEK = 604_800_000

test('the job of docs/guides/account-page.md deletes the users who are due, for the scheduler only', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', 'https://app.example.com')
  vi.stubEnv('CRON_SECRET', 'the secret of the scheduler')
  const { GET } = await import('./shown/delete-due-users.ts')
  const run = (authorization = 'Bearer the secret of the scheduler') =>
    GET(new Request('https://app.example.com/jobs/delete-due-users', { headers: { authorization } }))
  await adapter.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: null })
  await adapter.scheduleUserDeletion('ann', new Date(Date.now() + WEEK))
  expect(await (await run()).json()).toEqual({ deleted: 0, failed: 0 })
  vi.advanceTimersByTime(WEEK)
  for (const wrong of ['', 'Bearer ', 'Bearer undefined']) expect((await run(wrong)).status).toBe(401)
  expect([...adapter.state().users.keys()]).toEqual(['ann'])
  expect(await (await run()).json()).toEqual({ deleted: 1, failed: 0 })
  expect([...adapter.state().users.keys()]).toEqual([])
})
