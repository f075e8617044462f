import 'reflect-metadata'
import { runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { leavesSomething } from '@authwright/test-kit/fault-matrix/leaves-something'
import { isMainFlow, record } from '@authwright/test-kit/fault-matrix/record'
import { openServers, whyNot } from '../servers.ts'
import { allSubjects, type SubjectKind, subjects } from '../subjects.ts'

const servers = openServers()
afterAll(() => servers.close())
vi.stubEnv('NODE_ENV', 'production')

/** Miniflare takes a minute, and the results of the other one vary. */
const skipped: ReadonlySet<string> = new Set([
  '@auth/d1-adapter over D1 in Miniflare',
  '@auth/sequelize-adapter over MariaDB',
])

const nameOf = ({ name, store }: SubjectKind): string => `${name} over ${store}`
const others = allSubjects.filter((kind) => !subjects.includes(kind) && !skipped.has(nameOf(kind)))

describe('docs/understand/reliability.md has the results of other published adapters for lost, late and rolled back writes', () => {
  test.for(others.map((kind) => [nameOf(kind), kind] as const))(
    '%s',
    { timeout: 300_000 },
    async ([name, kind], { skip }) => {
      const reason = whyNot(kind)
      if (reason !== null) return skip(reason)
      const { adapter, close } = await kind.open(await servers.databaseFor(kind))
      try {
        const report = await runFaultMatrix({ ...everyFlowOver(adapter), only: isMainFlow, pick: leavesSomething })
        record(`${name}, main flows, write faults`, report)
        expect(report.flows).toBeGreaterThan(5)
      } finally {
        await close()
      }
    },
  )
})
