import { adapterContract } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { dumpOfEngine, type Engine, type EngineKind, type EngineServer } from './engines.ts'

/** Runs the adapter contract over one engine. All rules share one database, as the users of an application do. */
export const contractOver = (kind: EngineKind, { rounds }: { readonly rounds: number }): void => {
  const reason = kind.whyNot()
  describe(`${kind.name} fulfills the adapter contract`, { timeout: 60_000 }, () => {
    let server: EngineServer | undefined
    let engine: Engine
    let adapter: SqlAdapter
    beforeAll(async () => {
      if (reason !== null) return
      server = await kind.start()
      engine = await server.open()
      adapter = engine.adapter()
    }, 60_000)
    afterAll(async () => {
      if (server === undefined) return
      await engine.close()
      await server.close()
    })
    beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
    adapterContract({ test, rounds, make: () => ({ adapter, dump: () => dumpOfEngine(engine) }) })
  })
}
