import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailConfig, OIDCConfig } from '../../src/index.ts'
import { startOp, type Op } from '../oauth/op.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import { fullLocation, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'

const VICTIM = 'victim@example.org'
const tenant = { domains: ['tenant.example'] }

/** Two ways to believe a tenant about its own addresses. */
const rules: Readonly<Record<string, Partial<OIDCConfig>>> = {
  emailDomains: { emailDomains: tenant.domains },
  emailVerified: {
    emailVerified: ({ email, email_verified: said }) =>
      said === true && tenant.domains.some((domain) => email?.endsWith(`@${domain}`)),
  },
}

let op: Op
beforeAll(async () => void (op = await startOp()))
beforeEach(() => op.reset())
afterAll(() => op.close())

/** A site with mails, and a provider of a tenant who can claim any address. */
const setUp = (rule: string, more: Partial<OIDCConfig> = {}) => {
  const adapter = memoryAdapter()
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const context = setUpAuth({ adapter, providers: [oidc(op, { ...rules[rule], ...more }), mail] })
  op.now = () => Math.floor(context.clock.now() / 1000)
  const byTenant = async (visitor: TestBrowser, email: string): Promise<void> => {
    op.tamper.claims = (claims) => ({ ...claims, sub: `of ${email}`, email, email_verified: true })
    const url = new URL(fullLocation(await visitor.post('/auth/signin/op')))
    await visitor.get(`/auth/callback/op?${op.consent(url)}`)
  }
  const byMail = async (visitor: TestBrowser, email: string): Promise<void> => {
    await visitor.post('/auth/signin/mail', { email })
    await visitor.get(links.at(-1) ?? '')
  }
  return { ...context, adapter, byTenant, byMail }
}

describe.each(Object.keys(rules))('a tenant that may verify addresses of its own domain, by %s,', (rule) => {
  test('gives its user no address of another domain, which stays free for its owner', async () => {
    const { adapter, browser, byTenant, byMail } = setUp(rule)
    const [mallory, victim] = [browser(), browser()]
    await byTenant(mallory, VICTIM)
    expect(await mallory.session()).toMatchObject({ user: { name: 'Ann' } })
    expect((await mallory.session())?.user?.email).toBeUndefined()
    await byMail(victim, VICTIM)
    expect(await victim.session()).toMatchObject({ user: { email: VICTIM } })
    expect((await mallory.session())?.user?.email).toBeUndefined()
    expect(adapter.state().users.size).toBe(2)
  })

  test('links no account to the user of another domain, also if the entry links by address', async () => {
    const { adapter, browser, byTenant, byMail } = setUp(rule, { allowDangerousEmailAccountLinking: true })
    const [mallory, victim] = [browser(), browser()]
    await byMail(victim, VICTIM)
    await byTenant(mallory, VICTIM)
    expect(await mallory.session()).toBeNull()
    expect(adapter.state().accounts.size).toBe(0)
  })

  test('verifies no address of another domain, if addresses are kept: the account is removed later', async () => {
    const { adapter, browser, byTenant, byMail } = setUp(rule, { allowUnverifiedEmail: true })
    const [mallory, victim] = [browser(), browser()]
    await byTenant(mallory, VICTIM)
    expect(await mallory.session()).toMatchObject({ user: { email: VICTIM } })
    await byMail(victim, VICTIM)
    expect(await victim.session()).toMatchObject({ user: { email: VICTIM } })
    expect(await mallory.session()).toBeNull()
    expect(adapter.state().accounts.size).toBe(0)
    await byTenant(mallory, VICTIM)
    expect(await mallory.session()).toBeNull()
  })

  test.each(['victim@example.org.tenant.example.org', 'victim@TENANT.example.org', 'victim@not-tenant.example'])(
    'does not verify %s',
    async (email) => {
      const { adapter, browser, byTenant } = setUp(rule)
      await byTenant(browser(), email)
      expect([...adapter.state().users.values()]).toMatchObject([{ emailVerified: null }])
    },
  )

  test('verifies these addresses', async () => {
    const { adapter, browser, byTenant, byMail } = setUp(rule)
    const [there, here] = [browser(), browser()]
    await byTenant(there, 'ann@tenant.example')
    await byMail(here, 'ann@tenant.example')
    expect(adapter.state()).toMatchObject({ users: { size: 1 }, accounts: { size: 1 } })
    expect(await there.session()).toMatchObject({ user: { email: 'ann@tenant.example' } })
  })
})
