import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthConfig, OAuthConfig } from '../../src/index.ts'
import { startOp, type Op } from '../oauth/op.ts'
import { oauth, oidc } from '../oauth/oauth-setup.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'

let ours: TestProvider
let theirs: TestProvider
let op: Op
beforeAll(async () => void ([ours, theirs, op] = await Promise.all([startProvider(), startProvider(), startOp()])))
beforeEach(() => {
  op.reset()
  ours.requests.length = 0
  theirs.requests.length = 0
})
afterAll(() => Promise.all([ours.close(), theirs.close(), op.close()]))

/** One secret and one provider id, with a configuration for each tenant. */
const setUp = (entry: OAuthConfig) => {
  const config: Partial<AuthConfig> = { providers: [entry] }
  const context = setUpAuth(config)
  op.now = () => Math.floor(context.clock.now() / 1000)
  return context
}

/** Start with the configuration of one tenant, and receive the response with the configuration of the other. */
const cross = async (from: OAuthConfig, to: OAuthConfig) => {
  const visitor = setUp(from).browser()
  const asked = fullLocation(await visitor.post(`/auth/signin/${from.id}`))
  const url = from.type === 'oidc' ? `/auth/callback/${from.id}?${op.consent(new URL(asked))}` : callbackUrl(asked)
  for (const requests of [ours.requests, theirs.requests, op.seen]) requests.length = 0
  const other = setUp(to)
  const back = other.browser(Object.fromEntries(visitor.cookies))
  const end = location(await back.get(url))
  const evidence = other.errors.map((error) => error.cause)
  return { end, evidence, session: await back.session(), calls: [...ours.requests, ...theirs.requests, ...op.paths()] }
}

const REFUSED = {
  end: `${ORIGIN}/auth/error?error=InvalidCheck`,
  evidence: [expect.objectContaining({ reason: 'client' })],
  session: null,
  calls: [],
}

describe('a response to one tenant’s configuration of a provider is refused with another’s, without a request:', () => {
  test('another client', async () => {
    const [a, b] = ['a', 'b'].map((clientId) => ours.config({ clientId })) as [OAuthConfig, OAuthConfig]
    expect(await cross(a, b)).toMatchObject(REFUSED)
    expect(await cross(b, a)).toMatchObject(REFUSED)
  })

  test('another client of the same issuer', async () => {
    expect(await cross(oidc(op, { clientId: 'a' }), oidc(op, { clientId: 'b' }))).toMatchObject(REFUSED)
  })

  test('another issuer', async () => {
    expect(await cross(oidc(op), oidc(op, { issuer: theirs.origin }))).toMatchObject(REFUSED)
    expect(await cross(oauth(op), oauth(op, { issuer: theirs.origin }))).toMatchObject(REFUSED)
  })

  test.each(['token', 'userinfo'] as const)('another %s endpoint', async (name) => {
    const other = ours.config({ [name]: `${theirs.origin}/${name}` })
    expect(await cross(ours.config(), other)).toMatchObject(REFUSED)
    expect(await cross(other, ours.config())).toMatchObject(REFUSED)
  })

  test.each(['wellKnown', 'jwks_endpoint'])('the same issuer with another %s', async (name) => {
    const other = oidc(op, { [name]: `${theirs.origin}/elsewhere` })
    expect(await cross(oidc(op), other)).toMatchObject(REFUSED)
  })
})

describe('a response is accepted by a configuration that was created again meanwhile', () => {
  test.each<[string, (entry: OAuthConfig) => OAuthConfig]>([
    ['with nothing else in it', (entry) => entry],
    ['with another secret', (entry) => ({ ...entry, clientSecret: 'the next secret of thirty-two characters' })],
    ['with another authorization endpoint', (entry) => ({ ...entry, authorization: `${ours.origin}/sign-up` })],
    ['that writes its addresses as objects', (entry) => ({ ...entry, userinfo: { url: `${ours.origin}/userinfo` } })],
  ])('%s', async (_what, change) => {
    const { end, evidence, session } = await cross(ours.config(), change(ours.config()))
    expect({ end, evidence }).toEqual({ end: `${ORIGIN}/`, evidence: [] })
    expect(session?.user?.email).toBe('ann@example.org')
  })

  test('of an OpenID Provider', async () => {
    expect(await cross(oidc(op), oidc(op))).toMatchObject({ end: `${ORIGIN}/`, session: { user: { name: 'Ann' } } })
  })
})
