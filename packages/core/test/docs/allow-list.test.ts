import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProviderUser, setUpLinking, signInAt, signInByMail } from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { ORIGIN } from '@authwright/test-kit/auth-setup'
import { config } from './shown/allow-list.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const start = () => {
  const urls: string[] = []
  const emailVerified = (profile: { email_verified?: unknown }): boolean => profile.email_verified === true
  const providers = [
    provider.config({ id: 'lax' }),
    provider.config({ id: 'sure', emailVerified, allowUnverifiedEmail: true }),
    {
      id: 'mail',
      name: 'Mail',
      type: 'email' as const,
      sendVerificationRequest: ({ url }: { url: string }) => void urls.push(url),
    },
  ]
  const setup = setUpLinking({ adapter: memoryAdapter(), provider, config: { ...config, providers } })
  return { ...setup, mails: { at: () => ({ to: '', url: urls.at(-1) ?? '' }) } as never }
}

const DENIED = `${ORIGIN}/auth/error?error=AccessDenied`

describe('the list of allowed addresses in docs/guides/linking.md', () => {
  test.each([
    ['lax', {}, DENIED],
    ['sure', { email_verified: false }, DENIED],
    ['sure', { email_verified: true }, `${ORIGIN}/settings`],
    ['sure', { email_verified: true, email: 'eve@example.com.evil.test' }, DENIED],
  ] as const)('at the provider %s with %j leads to %s', async (id, more, end) => {
    const setup = start()
    const visitor = setup.browser()
    expect(await signInAt(setup, visitor, id, newProviderUser({ email: 'eve@example.com', ...more }))).toBe(end)
    expect((await visitor.session()) === null).toBe(end === DENIED)
  })

  test.each([
    ['ann@example.com', true],
    ['ann@example.org', false],
  ])('signs %s in by mail: %s', async (email, isAllowed) => {
    const setup = start()
    const visitor = setup.browser()
    await signInByMail(setup, visitor, email)
    expect((await visitor.session()) !== null).toBe(isAllowed)
  })
})
