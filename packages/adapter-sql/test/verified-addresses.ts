import { afterAll, beforeAll, describe, vi } from 'vitest'
import { verifiedAddressRules } from '@authwright/test-kit/linking/verified-address-rules'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { SqlAdapter } from '../src/index.ts'
import type { EngineKind } from './engines.ts'
import { withEngine } from './with-engine.ts'

const defineTests = (kind: EngineKind): void => {
  let adapter: SqlAdapter
  let provider: TestProvider
  withEngine(kind, (opened) => void ({ adapter } = opened))
  // Started after the database: while that starts, idle connections to a provider would be closed.
  beforeAll(async () => void (provider = await startProvider()))
  afterAll(() => provider.close())

  verifiedAddressRules(() => ({ adapter, provider }))
}

/** Runs the rules about verified addresses over databases. */
export const testVerifiedAddresses = (kinds: readonly EngineKind[]): void => {
  vi.setConfig({ testTimeout: 60_000 })
  describe.each(kinds)('verified addresses over $name', (kind) => {
    defineTests(kind)
  })
}
