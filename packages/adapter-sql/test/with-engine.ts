import { afterAll, beforeAll, beforeEach } from 'vitest'
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
): void => {
  let open: OpenEngine | undefined
  const reason = kind.whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    const server = await kind.start()
    const engine = await server.open()
    open = { server, engine, adapter: engine.adapter(settings) }
    await open.adapter.migrate()
    use(open)
  }, 60_000)
  afterAll(async () => {
    await open?.engine.close()
    await open?.server.close()
  })
}
