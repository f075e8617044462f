import { adapterContract } from '@gatehouse/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { dumpOfEngine, type Engine, type EngineKind, type EngineServer } from './engines.ts'

/** Runs the contract over one kind of engine. All its rules share one database, as people share one site. */
export const contractOver = (kind: EngineKind, { rounds }: { readonly rounds: number }): void => {
  const reason = kind.whyNot()
  describe(`${kind.name} keeps the contract`, () => {
    if (reason !== null) return void test('every rule', ({ skip }) => skip(reason))
    let server: EngineServer
    let engine: Engine
    let adapter: SqlAdapter
    beforeAll(async () => {
      server = await kind.start()
      engine = await server.open()
      adapter = engine.adapter()
    }, 60_000)
    afterAll(async () => {
      await engine.close()
      await server.close()
    })
    adapterContract({
      test: (name, run) => test(name, run, 60_000),
      rounds,
      make: () => ({ adapter, dump: () => dumpOfEngine(engine) }),
    })
  })
}
