import { memoryAdapter } from '@authwright/testing'
import { expect, test, describe } from 'vitest'
import type { Adapter, AuthConfig } from '../../src/index.ts'
import { fullLocation, location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { requestMail, setUpEmail } from '@authwright/test-kit/email/email-setup'

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: '1', name: 'Bob', email: 'bob@example.org' }),
}
const hub = {
  id: 'hub',
  name: 'Hub',
  type: 'oauth' as const,
  clientId: 'c',
  clientSecret: 's',
  authorization: 'https://hub.example/authorize',
  token: 'https://hub.example/token',
  userinfo: 'https://hub.example/user',
}

/** A database whose ids are UUIDs, as PostgreSQL throws for others. It can fail as a whole. */
const setUp = (config: Partial<AuthConfig> = {}) => {
  const state = { isDown: false }
  const memory = memoryAdapter()
  const fail = (): void => {
    if (state.isDown) throw new Error('connection lost')
  }
  const adapter: Pick<Adapter, 'getUser' | 'getUserByEmail'> & { transaction: undefined } = {
    transaction: undefined,
    getUser: async (id) => {
      fail()
      if (!/^[0-9a-f]{8}-/.test(id)) throw new Error(`invalid input syntax for type uuid: "${id}"`)
      return (await memory.getUser?.(id)) ?? null
    },
    getUserByEmail: async (email) => {
      fail()
      return (await memory.getUserByEmail?.(email)) ?? null
    },
  }
  const setup = setUpEmail(
    {},
    { config: { session: { strategy: 'jwt' }, ...config }, otherProviders: [password, hub], adapter },
  )
  return { ...setup, state }
}

describe('an id of authorize that the database rejects', () => {
  test('keeps its user from nothing that needs no row', async () => {
    const setup = setUp()
    const browser = setup.browser()
    expect(location(await browser.post('/auth/callback/password', { callbackUrl: '/members' }))).toBe(
      `${ORIGIN}/members`,
    )
    expect(fullLocation(await browser.post('/auth/signin/hub'))).toContain('https://hub.example/authorize')
    expect(location(await browser.get('/auth/account'))).toContain('error=SessionRequired')
    const { url } = await requestMail(setup, setup.browser())
    const page = await browser.get(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('bob@example.org')
    expect(setup.errors).toEqual([])
  })

  test('is a configuration error with database sessions, and says which', async () => {
    const setup = setUp({ session: { strategy: 'database' } })
    await setup.browser().post('/auth/callback/password')
    expect(setup.errors.map(({ name }) => name)).toEqual(['UnsupportedStrategy'])
  })

  test('does not hide an outage', async () => {
    const setup = setUp()
    const browser = setup.browser()
    await browser.post('/auth/callback/password')
    setup.state.isDown = true
    await browser.post('/auth/signin/hub')
    expect(setup.errors.map(({ name }) => name)).toEqual(['AdapterError'])
    expect(await browser.session()).not.toBeNull()
  })
})
