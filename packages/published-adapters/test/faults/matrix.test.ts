import { type DatabaseServer, startPostgres } from '@gatehouse/testing/databases'
import { runFaultMatrix } from '@gatehouse/testing/fault-matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { record } from '../../../adapter-sql/test/faults/record.ts'
import { subjects } from '../subjects.ts'

/** Those that differ in what they write; the others are run over our own adapters. */
const FLOWS: ReadonlySet<string> = new Set([
  'first OAuth sign-in',
  'first OAuth sign-in, address not proven',
  'OAuth sign-in of somebody known',
  'linking an account',
  'a link used by somebody new',
  'a link used by somebody known',
  'prolonging a session',
  'signing out',
])

let server: DatabaseServer
beforeAll(async () => void (server = await startPostgres()), 60_000)
afterAll(() => server.close())

describe('what published adapters survive is what docs/reliability.md says', () => {
  test.each(subjects.map((subject) => [subject.name, subject] as const))(
    '%s',
    { timeout: 300_000 },
    async (name, kind) => {
      const { adapter, close } = await kind.open(await server.createDatabase())
      try {
        const report = await runFaultMatrix({ adapter, only: (flow) => FLOWS.has(flow) })
        record(`${name} over ${kind.store}`, report)
        expect(report.scenarios).toBeGreaterThan(200)
      } finally {
        await close()
      }
    },
  )
})
