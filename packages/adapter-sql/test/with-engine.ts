import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import type { Engine, EngineKind, EngineServer } from './engines.ts'

/** A server, and one empty database of it with its tables made. */
export interface OpenEngine {
  readonly server: EngineServer
  readonly engine: Engine
  readonly adapter: SqlAdapter
}

/** Starts an engine before the tests of a block, and ends it after them. Where it cannot be had, they are skipped. */
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
