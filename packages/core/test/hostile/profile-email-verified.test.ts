import type { Profile } from '../../src/index.ts'
import { memoryAdapter } from '@authwright/testing'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { newProviderUser, setUpLinking, signInAt } from '@authwright/test-kit/linking/linking-setup'
import { afterAll, beforeAll, expect, test } from 'vitest'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

test.each([
  ['without a rule of the entry', {}],
  ['against the rule of the entry', { emailVerified: () => false }],
])('a member emailVerified of the profile callback does not skip requireVerifiedEmail: %s', async (_what, rule) => {
  const profile = ({ id, email }: Profile) => ({ id: String(id), email: email ?? null, emailVerified: new Date(0) })
  const mail = { id: 'mail', name: 'Mail', type: 'email' as const, sendVerificationRequest: () => undefined }
  const providers = [provider.config({ profile, ...rule }), mail]
  const setup = setUpLinking({ adapter: memoryAdapter(), provider, config: { requireVerifiedEmail: true, providers } })
  const browser = setup.browser()
  expect(await signInAt(setup, browser, 'oa', newProviderUser())).toContain('/auth/verify-request')
  expect(await browser.session()).toBeNull()
})
