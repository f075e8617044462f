import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters.ts'
import type { AuthConfig } from '../../src/index.ts'
import { allOrders, Interleaving, runDistinct, type Turn } from '@authwright/test-kit/races/interleave'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'

const DAY = 86_400
const SESSION_COOKIE = '__Host-authwright.session-token'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

type Memory = ReturnType<typeof memoryAdapter>

interface Both {
  readonly memory: Memory
  /** Not interrupted. */
  readonly calm: AuthSetup
  readonly a: AuthSetup
  readonly b: AuthSetup
  /** The database, as the application's code uses it during the second flow. */
  readonly database: Adapter
  readonly links: string[]
  /** Addresses of notifications. */
  readonly notices: string[]
}

/** What a flow does after its preparation, and what must be true after both flows. */
interface Pair {
  readonly a: () => Promise<unknown>
  readonly b: () => Promise<unknown>
  readonly check: () => unknown
}

const sites = (turns: Interleaving, options: Partial<AuthConfig> = {}): Both => {
  const memory = memoryAdapter()
  const { state: _state, transaction: _transaction, ...adapter } = memory
  const [links, notices]: [string[], string[]] = [[], []]
  const config = (own: Adapter): Partial<AuthConfig> => ({
    adapter: own,
    ...options,
    // A session with the id of its user.
    callbacks: {
      session: (shown) => ({
        ...shown.session,
        id: 'token' in shown && shown.token !== undefined ? shown.token.sub : shown.user?.id,
      }),
    },
    providers: [
      provider.config({ emailVerified: ({ unverified }) => unverified !== true, allowUnverifiedEmail: true }),
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        limits: { sends: 1000 },
        sendVerificationRequest: ({ url }) => void links.push(url),
        sendNotification: ({ url }) => void notices.push(url),
      },
    ],
  })
  const after = (milliseconds: number, work: () => void) => {
    // The wait for another request is short. A deadline is not, because the flow that is not running must wait.
    const timer = setTimeout(work, milliseconds < 1000 ? milliseconds / 50 : milliseconds)
    return () => clearTimeout(timer)
  }
  const context = (own: Adapter) => setUpAuth(config(own), { after, now: Date.now })
  const [first, second] = [turns.for('a', adapter), turns.for('b', adapter)]
  return { memory, links, notices, calm: context(adapter), a: context(first), b: context(second), database: second }
}

const person = (id: string) => ({ id, name: id, email: `${id}@example.org` })

/** The callback URL by which the user returns from the provider. */
const asked = async (browser: TestBrowser, fields: Record<string, string> = {}): Promise<string> =>
  callbackUrl(location(await browser.post('/auth/signin/oa', { callbackUrl: '/members', ...fields })))

/** The same, for a signed-in user who adds an account. */
const askedToLink = (browser: TestBrowser): Promise<string> => asked(browser, { link: 'true' })

/** The same browser at another server. */
const at = (context: AuthSetup, browser: TestBrowser): TestBrowser =>
  context.browser(Object.fromEntries(browser.cookies))

const expectOneUser = ({ memory }: Both, accounts = 1): void => {
  const state = memory.state()
  expect(state.users.size).toBe(1)
  expect(state.accounts.size).toBe(accounts)
  for (const { userId } of [...state.accounts.values(), ...state.sessions.values()]) {
    expect(state.users.has(userId)).toBe(true)
  }
}

const signedIn = async ({ calm }: Both, browser: TestBrowser): Promise<boolean> =>
  (await at(calm, browser).session()) !== null

const firstTwice = async (both: Both): Promise<Pair> => {
  provider.profile = person('ann')
  const [one, two] = [both.calm.browser(), both.calm.browser()]
  const [urlA, urlB] = [await asked(one), await asked(two)]
  const [a, b] = [at(both.a, one), at(both.b, two)]
  return {
    a: () => a.get(urlA),
    b: () => b.get(urlB),
    check: async () => {
      expectOneUser(both)
      expect([await signedIn(both, a), await signedIn(both, b)]).toEqual([true, true])
    },
  }
}

const firstByLinkAndProvider = async (both: Both): Promise<Pair> => {
  provider.profile = person('ann')
  const [one, two] = [both.calm.browser(), both.calm.browser()]
  const url = await asked(one)
  await two.post('/auth/signin/mail', { email: 'ann@example.org' })
  const [a, b] = [at(both.a, one), at(both.b, two)]
  const link = both.links.at(-1) ?? ''
  return {
    a: () => a.get(url),
    b: () => b.get(link),
    check: async () => {
      expect(both.memory.state().users.size).toBe(1)
      // The user who reads the mails signs in; the account of the provider does only if it was first.
      expect(await signedIn(both, b)).toBe(true)
    },
  }
}

const linkTwice = async (both: Both): Promise<Pair> => {
  const enter = async (id: string) => {
    provider.profile = person(id)
    const browser = both.calm.browser()
    await browser.get(await asked(browser))
    return browser
  }
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const [urlA, urlB] = [await askedToLink(ann), await askedToLink(bob)]
  provider.profile = person('shared')
  const [a, b] = [at(both.a, ann), at(both.b, bob)]
  const ends: string[] = []
  const finish = async (browser: TestBrowser, url: string) => void ends.push(location(await browser.get(url)))
  return {
    a: () => finish(a, urlA),
    b: () => finish(b, urlB),
    check: async () => {
      const { users, accounts } = both.memory.state()
      expect([users.size, accounts.size]).toEqual([2, 3])
      expect(ends.filter((end) => end.includes('error=OAuthAccountNotLinked'))).toHaveLength(1)
      expect([await signedIn(both, a), await signedIn(both, b)]).toEqual([true, true])
    },
  }
}

const linkUsedTwice = async (both: Both): Promise<Pair> => {
  const browser = both.calm.browser()
  await browser.post('/auth/signin/mail', { email: 'ann@example.org' })
  const link = both.links.at(-1) ?? ''
  const [a, b] = [at(both.a, browser), at(both.b, browser)]
  return {
    a: () => a.get(link),
    b: () => b.get(link),
    check: async () => {
      expectOneUser(both, 0)
      expect(both.memory.state().sessions.size).toBe(1)
      expect((await signedIn(both, a)) !== (await signedIn(both, b))).toBe(true)
    },
  }
}

const signOutWhileRenewed = async (both: Both): Promise<Pair> => {
  provider.profile = person('ann')
  const browser = both.calm.browser()
  await browser.get(await asked(browser))
  const state = both.memory.state()
  for (const session of state.sessions.values()) {
    await both.memory.updateSession({ ...session, expires: new Date(Date.now() + 20 * DAY * 1000) })
  }
  const [a, b] = [at(both.a, browser), at(both.b, browser)]
  return {
    a: () => a.post('/auth/signout'),
    b: () => b.get('/auth/session'),
    check: async () => {
      expect(both.memory.state().sessions.size).toBe(0)
      expect(await signedIn(both, b)).toBe(false)
    },
  }
}

const expectNoRowWithoutUser = ({ memory }: Both): void => {
  const { users, accounts, sessions } = memory.state()
  for (const { userId } of [...accounts.values(), ...sessions.values()]) expect(users.has(userId)).toBe(true)
}

/** An existing user signs in again, or adds an account, while the application deletes the user. */
const deletedWhile =
  (adds: boolean) =>
  async (both: Both): Promise<Pair> => {
    provider.profile = person('ann')
    const known = both.calm.browser()
    await known.get(await asked(known))
    const [user] = both.memory.state().users.values()
    const browser = adds ? known : both.calm.browser()
    const url = await (adds ? askedToLink : asked)(browser)
    if (adds) provider.profile = person('second')
    const a = at(both.a, browser)
    return {
      a: () => a.get(url),
      b: async () => both.database.deleteUser?.(user?.id ?? ''),
      check: async () => {
        expectNoRowWithoutUser(both)
        expect(both.memory.state().users.has(user?.id ?? '')).toBe(false)
        const again = both.calm.browser()
        await again.get(await asked(again))
        expect(await signedIn(both, again)).toBe(true)
      },
    }
  }

/** A user with an unverified address adds an account while another user verifies the address by a mail. */
const linkedWhileOwnerComes = async (both: Both): Promise<Pair> => {
  provider.profile = person('ann')
  const claimant = both.calm.browser()
  await claimant.get(await asked(claimant))
  for (const { id } of both.memory.state().users.values()) await both.memory.updateUser({ id, emailVerified: null })
  const url = await askedToLink(claimant)
  provider.profile = person('second')
  const other = both.calm.browser()
  await other.post('/auth/signin/mail', { email: 'ann@example.org' })
  const link = both.links.at(-1) ?? ''
  const [a, b] = [at(both.a, claimant), at(both.b, other)]
  return {
    a: () => a.get(url),
    b: () => b.get(link),
    check: async () => {
      expectOneUser(both, 0)
      expect([await signedIn(both, a), await signedIn(both, b)]).toEqual([false, true])
    },
  }
}

/** A user with an unverified address changes it while another user verifies the old one by a mail. */
const changedWhileOwnerComes = async (both: Both): Promise<Pair> => {
  provider.profile = { ...person('ann'), unverified: true }
  const claimant = both.calm.browser()
  await claimant.get(await asked(claimant))
  await claimant.post('/auth/account', { action: 'email-change', email: 'mallory@evil.example' })
  const accountRequest = both.notices.at(-1) ?? ''
  const other = both.calm.browser()
  await other.post('/auth/signin/mail', { email: 'ann@example.org' })
  const link = both.links.at(-1) ?? ''
  const [a, b] = [at(both.a, claimant), at(both.b, other)]
  return {
    a: () => a.get(accountRequest),
    b: () => b.get(link),
    check: async () => {
      const { users, accounts } = both.memory.state()
      const session = await at(both.calm, b).session()
      const anns = [...users.values()].filter(({ email }) => email === 'ann@example.org')
      expect(anns).toHaveLength(1)
      expect(session).toMatchObject({ id: anns[0]?.id, user: { email: 'ann@example.org' } })
      expect([...accounts.values()].filter(({ userId }) => userId === anns[0]?.id)).toEqual([])
      if (users.size === 1) expect(await signedIn(both, a)).toBe(false)
    },
  }
}

/** A browser whose user has several accounts at the provider, and `remove`, which removes one of them at a server. */
const withAccounts = async (both: Both) => {
  provider.profile = person('ann')
  const browser = both.calm.browser()
  await browser.get(await asked(browser))
  const remove = (from: TestBrowser, account = 'second') =>
    from.post('/auth/account', { action: 'unlink', provider: 'oa', providerAccountId: account })
  const [user] = both.memory.state().users.values()
  const userId = user?.id ?? ''
  for (const providerAccountId of ['second', 'third'])
    await both.memory.linkAccount({ userId, type: 'oauth', provider: 'oa', providerAccountId })
  return { browser, remove, userId }
}

/** The user removes an account while the application ends all sessions of the user. */
const endedDuringRemoval = async (both: Both): Promise<Pair> => {
  const { browser, remove, userId } = await withAccounts(both)
  const a = at(both.a, browser)
  return {
    a: () => remove(a),
    b: async () => both.database.deleteSessions?.(userId),
    check: async () => {
      expect(both.memory.state().sessions.size).toBe(0)
      expect(await signedIn(both, a)).toBe(false)
    },
  }
}

/** The user links an account while the application ends all sessions of the user. */
const endedDuringLink = async (both: Both): Promise<Pair> => {
  const { browser, userId } = await withAccounts(both)
  const url = await askedToLink(browser)
  provider.profile = person('fourth')
  const a = at(both.a, browser)
  return {
    a: () => a.get(url),
    b: async () => both.database.deleteSessions?.(userId),
    check: () => expect([...both.memory.state().sessions.values()].filter((row) => row.userId === userId)).toEqual([]),
  }
}

/** The user removes two accounts at once, so the session gets two new tokens. */
const renewedTwice = async (both: Both): Promise<Pair> => {
  const { browser, remove } = await withAccounts(both)
  const [a, b] = [at(both.a, browser), at(both.b, browser)]
  return {
    a: () => remove(a, 'second'),
    b: () => remove(b, 'third'),
    check: async () => {
      const [before, ...after] = [browser, a, b].map(({ cookies }) => cookies.get(SESSION_COOKIE))
      // The browser has the cookie of the last response that set or cleared one.
      const changed = [a, b].filter((_, i) => after[i] !== before)
      expect(changed.length).toBeGreaterThan(0)
      for (const last of changed) expect(await signedIn(both, last)).toBe(true)
    },
  }
}

const pairs: readonly (readonly [string, (both: Both) => Promise<Pair>])[] = [
  ['two first sign-ins of one person make one user, and both come in', firstTwice],
  ['a link and a provider that bring the same new address make one user', firstByLinkAndProvider],
  ['of two users who link one account, one gets it and the other gets an error', linkTwice],
  ['a link that is used twice at once signs in once', linkUsedTwice],
  ['a user who is deleted during a sign-in leaves nothing and can sign up again', deletedWhile(false)],
  ['a user who is deleted while adding an account leaves nothing and can sign up again', deletedWhile(true)],
  ['a user who signs out during a renewal of the session stays signed out', signOutWhileRenewed],
]

/** The highest number of calls of each flow, in either order. */
const countCalls = async (
  make: (both: Both) => Promise<Pair>,
  options?: Partial<AuthConfig>,
): Promise<Record<Turn, number>> => {
  const most = { a: 0, b: 0 }
  for (const first of ['a', 'b'] as const) {
    const turns = new Interleaving()
    await turns.run(Array<Turn>(50).fill(first), await make(sites(turns, options)))
    most.a = Math.max(most.a, turns.calls.a)
    most.b = Math.max(most.b, turns.calls.b)
  }
  return most
}

const expectAll = async (
  orders: readonly (readonly Turn[])[],
  make: (both: Both) => Promise<Pair>,
  options?: Partial<AuthConfig>,
): Promise<void> => {
  const broken: string[] = []
  const runs = await runDistinct(orders, async (order) => {
    const turns = new Interleaving()
    const pair = await make(sites(turns, options))
    await turns.run(order, pair)
    const steps = turns.steps.slice(0, order.length)
    try {
      await pair.check()
    } catch (error) {
      broken.push(`${order.join('')}: ${String(error)}`)
    }
    return steps
  })
  console.log(`${orders.length} orders, ${runs} of them different`)
  expect(broken).toEqual([])
}

/** The orders in which each flow is interrupted at most once. */
const twoSwitches = (a: number, b: number): readonly (readonly Turn[])[] => {
  const turns = (who: Turn, count: number): Turn[] => Array<Turn>(count).fill(who)
  const cut = (first: Turn, many: number, second: Turn, few: number): Turn[][] =>
    Array.from({ length: (many + 1) * (few + 1) }, (_, k) => {
      const [i, j] = [k % (many + 1), Math.floor(k / (many + 1))]
      return [...turns(first, i), ...turns(second, j), ...turns(first, many - i), ...turns(second, few - j)]
    })
  return [...cut('a', a, 'b', b), ...cut('b', b, 'a', a)]
}

test.each([
  ['the removal of an account', endedDuringRemoval],
  ['linking an account', endedDuringLink],
])('the end of all sessions during %s ends the session that gets a new token', async (_name, make) => {
  const { a, b } = await countCalls(make)
  await expectAll(allOrders(a, b), make)
})

// Two removals that end the other sessions end each other's new session, in some orders.
const KEEPS = { account: { endOtherSessions: false } }

test('a browser that renews its session twice at once stays signed in', { timeout: 60_000 }, async () => {
  const { a, b } = await countCalls(renewedTwice, KEEPS)
  await expectAll(twoSwitches(a, b), renewedTwice, KEEPS)
})

test('a user with an unverified address adds nothing while the address is verified', { timeout: 60_000 }, async () => {
  const { a, b } = await countCalls(linkedWhileOwnerComes)
  await expectAll(twoSwitches(a, b), linkedWhileOwnerComes)
})

test.each(['database', 'jwt'] as const)(
  'a change of an unverified address does not affect the user who verifies it at the same time (%s)',
  { timeout: 60_000 },
  async (strategy) => {
    const { a, b } = await countCalls(changedWhileOwnerComes, { session: { strategy } })
    await expectAll(twoSwitches(a, b), changedWhileOwnerComes, { session: { strategy } })
  },
)

describe('in every order of the database calls of two requests', () => {
  // Two links have eight calls each: 12870 orders, of which about 1750 differ in more than the order of reads.
  test.each(pairs)('%s', { timeout: 300_000 }, async (_rule, make) => {
    const { a, b } = await countCalls(make)
    await expectAll(allOrders(a, b), make)
  })
})
