import { withServer } from '@authwright/test-kit/with-server'
import type { SqlAdapter } from '../src/index.ts'
import type { Engine, EngineKind, EngineServer } from './engines.ts'

/** A server with one migrated, empty database. */
export interface OpenEngine {
  readonly server: EngineServer
  readonly engine: Engine
  readonly adapter: SqlAdapter
}

/** Starts an engine before the tests of a block, and stops it after them. Skips the tests if it is not available. */
export const withEngine = (
  kind: EngineKind,
  use: (open: OpenEngine) => void,
  settings?: Parameters<Engine['adapter']>[0],
): void =>
  withServer(kind, async ({ server, opened: engine }) => {
    const adapter = engine.adapter(settings)
    await adapter.migrate()
    use({ server, engine, adapter })
  })
