import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import { runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { record } from '@authwright/test-kit/fault-matrix/record'
import { subjects } from '../subjects.ts'

let server: DatabaseServer
beforeAll(async () => void (server = await startPostgres()), 60_000)
afterAll(() => server.close())
// In other environments, one adapter compares its tables with its entities before every call.
vi.stubEnv('NODE_ENV', 'production')

describe('docs/understand/reliability.md has the results of published adapters', () => {
  test.each(subjects.map((subject) => [subject.name, subject] as const))(
    '%s',
    { timeout: 900_000 },
    async (name, kind) => {
      const { adapter, close } = await kind.open(await server.createDatabase())
      try {
        const report = await runFaultMatrix(everyFlowOver(adapter))
        record(`${name} over ${kind.store}`, report)
        expect(report.scenarios).toBeGreaterThan(100)
      } finally {
        await close()
      }
    },
  )
})
