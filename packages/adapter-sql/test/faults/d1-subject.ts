import { d1Adapter } from '../../src/d1.ts'
import { nodeMemory } from '../databases.ts'
import { mockD1 } from '../d1-mock.ts'
import type { Opened, Subject } from './matrix-over.ts'

const open = async (): Promise<Opened> => {
  const database = nodeMemory()
  return {
    adapter: () => d1Adapter({ database: mockD1(database), migrate: true }),
    query: async (sql) => database.prepare(sql).all(),
    close: async () => database.close(),
  }
}

/** SQLite that runs each statement on its own, as D1 does. The name is a row of docs/understand/reliability.md. */
export const d1Shape: Subject = {
  name: 'SQLite behind the D1 interface',
  quote: (name) => `"${name}"`,
  whyNot: () => null,
  start: async () => ({ open, close: async () => undefined }),
}
