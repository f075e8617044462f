import type { Adapter } from '../../src/adapters.ts'
import { fullLocation, setUpAuth, ORIGIN, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { brokenRules } from './contract.ts'
import { emailOf, type Outcome } from './cookies.ts'

export { memoryAdapter } from '@authwright/testing'
export { sqliteAdapter } from '@authwright/adapter-sql/sqlite'

/** The registration of the application at an OpenID Provider. */
export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Sign in at the provider, which needs no input. `change` can modify the authorization response. */
const signIn = async (visitor: TestBrowser, change: (response: URL) => void = () => undefined): Promise<string> => {
  const away = fullLocation(await visitor.post('/auth/signin/op', { callbackUrl: '/members' }))
  const response = await fetch(away, { redirect: 'manual' })
  const back = new URL(fullLocation(response))
  change(back)
  return fullLocation(await visitor.get(back.pathname + back.search))
}

const expiryOf = async (visitor: TestBrowser): Promise<number> => Date.parse((await visitor.session())?.expires ?? '')

const prolonged = async (visitor: TestBrowser, { clock }: AuthSetup): Promise<number> => {
  const before = await expiryOf(visitor)
  clock.forward(60)
  await visitor.session()
  return (await expiryOf(visitor)) - before
}

/** Sign-ins at an OpenID Provider over HTTP, with database sessions. */
const byProvider = async (adapter: Adapter, client: Registration): Promise<Outcome> => {
  const op = { ...client, id: 'op', name: 'OP', type: 'oidc' as const }
  const context = setUpAuth({
    adapter,
    providers: [op],
    session: { strategy: 'database', updateAge: 0 },
    callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) },
  })
  const [laptop, phone, attacker] = [context.browser(), context.browser(), context.browser()]
  const opened = await signIn(laptop)
  await signIn(phone)
  const forged = await signIn(attacker, (response) => response.searchParams.set('code', 'forged'))
  const users = await Promise.all([laptop, phone].map(async (visitor) => (await visitor.session())?.user?.id))
  const copy = laptop.copy()
  const lasts = await prolonged(laptop, context)
  await laptop.post('/auth/signout')
  return {
    opened: opened.replace(ORIGIN, ''),
    // Each failure has its own reference.
    forged: forged.replace(ORIGIN, '').replace(/(?<=&reference=)[0-9A-F]{8}$/, '<reference>'),
    isOneUser: users[0] === users[1] && users[0] !== undefined,
    lasts,
    signedOut: [await emailOf(laptop), await emailOf(copy)],
    stillThere: await emailOf(phone),
    errors: context.errors.map((error) => error.name),
  }
}

/** The sign-ins and the adapter contract, each with a database of its own. */
export const live = async (open: () => Adapter, client: Registration): Promise<Outcome> => ({
  ...(await byProvider(open(), client)),
  contract: await brokenRules(open()),
})
