import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import type { AuthConfig, OAuth2Config } from '../../src/index.ts'
import Discord from '../../src/providers/discord.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'
import { CLIENT_ID, CLIENT_SECRET, startOp, type Op } from '../oauth/op.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'

const VICTIM = 'victim@example.org'
const entries = (await readCatalog()).filter(({ made }) => typeof made['emailVerified'] === 'function')

let provider: TestProvider
let op: Op
beforeAll(async () => void ([provider, op] = await Promise.all([startProvider(), startOp()])))
beforeEach(() => op.reset())
afterAll(() => Promise.all([provider.close(), op.close()]))

/** A site where the victim's address is verified, and a provider whose accounts are linked by address. */
const setUp = async (config: Partial<AuthConfig>) => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: 'victim', email: VICTIM, emailVerified: new Date(0) })
  const context = setUpAuth({ adapter, ...config })
  op.now = () => Math.floor(context.clock.now() / 1000)
  return { ...context, adapter, visitor: context.browser() }
}

const comeBack = async (visitor: TestBrowser, id: string, person: Record<string, unknown>): Promise<string> => {
  provider.profile = person
  return location(await visitor.get(callbackUrl(location(await visitor.post(`/auth/signin/${id}`)))))
}

/** The `emailVerified` function of the entry, at a test provider. */
const withDecision = (emailVerified: unknown): OAuth2Config =>
  provider.config({
    allowDangerousEmailAccountLinking: true,
    emailVerified: emailVerified as NonNullable<OAuth2Config['emailVerified']>,
  })

describe('an address that the provider calls unverified is not linked, although the option allows linking:', () => {
  const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, allowDangerousEmailAccountLinking: true }

  test.each([
    [false, null],
    [true, VICTIM],
  ] as const)('Discord, where `verified` is %s', async (verified, email) => {
    const { origin } = provider
    const addresses = { authorization: `${origin}/authorize`, token: `${origin}/token`, userinfo: `${origin}/userinfo` }
    const { visitor, adapter } = await setUp({ providers: [Discord({ ...client, ...addresses })] })
    const person = { id: '80351110224678912', username: 'eve', discriminator: '0', avatar: null }
    const end = await comeBack(visitor, 'discord', { ...person, email: VICTIM, verified })
    expect((await visitor.session())?.user?.email ?? null).toBe(email)
    expect(end.includes('error=OAuthAccountNotLinked')).toBe(!verified)
    expect(adapter.state().accounts.size).toBe(verified ? 1 : 0)
  })

  test.each([
    [undefined, null],
    [false, null],
    [true, VICTIM],
  ] as const)('Microsoft Entra ID, where `xms_edov` is %s', async (verified, email) => {
    const { visitor, adapter } = await setUp({ providers: [MicrosoftEntraID({ ...client, issuer: op.issuer })] })
    op.tamper.claims = ({ email_verified: _none, ...claims }) => ({
      ...claims,
      sub: 'eve',
      tid: 't',
      email: VICTIM,
      ...(verified === undefined ? {} : { xms_edov: verified }),
    })
    const url = new URL(fullLocation(await visitor.post('/auth/signin/microsoft-entra-id')))
    const end = location(await visitor.get(`/auth/callback/microsoft-entra-id?${op.consent(url)}`))
    expect((await visitor.session())?.user?.email ?? null).toBe(email)
    expect(end.includes('error=OAuthAccountNotLinked')).toBe(email === null)
    expect(adapter.state().accounts.size).toBe(email === null ? 0 : 1)
  })

  test.each(entries.map(({ file, made }) => [file, made['emailVerified']] as const))(
    '%s, where the profile says nothing',
    async (_file, emailVerified) => {
      const { visitor, refusals } = await setUp({ providers: [withDecision(emailVerified)] })
      // Some of them read members that every profile of their provider has.
      const person = { id: 'eve', name: 'Eve', email: VICTIM, account: {}, data: { attributes: {} } }
      expect(await comeBack(visitor, 'oa', person)).toContain('error=OAuthAccountNotLinked')
      expect(await visitor.session()).toBeNull()
      expect(refusals).toMatchObject([{ details: { reason: 'address-of-another-user' } }])
    },
  )

  test('more than ten entries have an emailVerified function', () => expect(entries.length).toBeGreaterThan(10))

  test('by the emailVerified function of the config, whatever the usual claim says', async () => {
    const { visitor } = await setUp({ providers: [withDecision(() => false)] })
    const end = await comeBack(visitor, 'oa', { id: 'eve', email: VICTIM, email_verified: true })
    expect(end).toContain('error=OAuthAccountNotLinked')
  })

  test('but without an emailVerified function the option decides', async () => {
    const { visitor } = await setUp({ providers: [provider.config({ allowDangerousEmailAccountLinking: true })] })
    await comeBack(visitor, 'oa', { id: 'ann', email: VICTIM })
    expect((await visitor.session())?.user?.email).toBe(VICTIM)
  })
})
