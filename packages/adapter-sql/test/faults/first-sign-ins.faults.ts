import { expect, test } from 'vitest'
import { d1Adapter } from '../../src/d1.ts'
import { engines } from '../engines.ts'
import { d1Shape } from './d1-subject.ts'
import { firstSignIns } from '@authwright/test-kit/races/first-sign-ins'
import { openD1 } from '@authwright/test-kit/databases/d1'
import { MANY } from '@authwright/test-kit/races/race-setup'

const d1 = {
  name: 'D1',
  start: async () => ({
    open: async () => {
      const { database, close } = await openD1()
      return { adapter: () => d1Adapter({ database, migrate: true }), close }
    },
    close: async () => undefined,
  }),
}

// races.faults.ts covers the other engines.
const kinds = [engines.betterSqlite, engines.postgresJs, engines.pglite, d1Shape, d1]

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'fifty concurrent first sign-ins over %s create one user, and all succeed',
  { timeout: 120_000 },
  async (_name, kind) => {
    const server = await kind.start()
    const engine = await server.open()
    const adapter = engine.adapter()
    expect(await firstSignIns(adapter)).toEqual({ users: 1, signedIn: MANY })
    await engine.close()
    await server.close()
  },
)
