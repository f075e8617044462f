import { expect, test, vi } from 'vitest'
import { change, setUpAccount, signIn } from '../account/account-setup.ts'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { adapter } from './shown/adapter.ts'
import { config, deleteDueUsers } from './shown/delete-later.ts'
import { deletions } from './shown/documents.ts'

const REQUEST = { action: 'delete-account', confirm: 'yes' }

const DAY = 86_400_000

test('the example of docs/guides/account-page.md deletes a user after the delay, unless the user cancels', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const setup = setUpAccount({ callbacks: { ...config.callbacks } }, () => adapter)
    const users = () => [...adapter.state().users.values()].map(({ email }) => email)
    for (const email of ['ann@example.org', 'bob@example.org']) {
      const browser = await signIn(setup, email)
      expect(location(await change(browser, REQUEST))).toBe(`${ORIGIN}/deletion`)
      expect(await browser.session()).toMatchObject({ user: { email } })
    }
    const [, bob] = adapter.state().users.keys()
    await deletions.remove(bob ?? '')
    vi.advanceTimersByTime(29 * DAY)
    await deleteDueUsers()
    expect(users()).toEqual(['ann@example.org', 'bob@example.org'])
    vi.advanceTimersByTime(DAY)
    await deleteDueUsers()
    expect(users()).toEqual(['bob@example.org'])
    expect(await deletions.due(Infinity)).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
