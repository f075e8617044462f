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

/** Miniflare takes a minute, and the runs over the other one were not all the same. */
const leftOut: ReadonlySet<string> = new Set([
  '@auth/d1-adapter over D1 in Miniflare',
  '@auth/sequelize-adapter over MariaDB',
])

const nameOf = ({ name, store }: SubjectKind): string => `${name} over ${store}`
const others = allSubjects.filter((kind) => !subjects.includes(kind) && !leftOut.has(nameOf(kind)))

describe('what other published adapters survive of lost, late and undone writes is what docs/reliability.md says', () => {
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
