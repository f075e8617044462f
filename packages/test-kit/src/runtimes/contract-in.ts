import { frameworkContract, plannedChecks, type Subject } from '@authwright/testing/frameworks'
import type { TestAPI } from 'vitest'
import { generated, tableOf } from '../generated-table.ts'
import { whyNot, type Machine } from './executables.ts'

/** Registers the framework contract for a subject in a runtime with vitest's `test`. Without the runtime the tests are skipped. */
export const contractIn = (machine: Machine, subject: Subject, register: TestAPI): void =>
  frameworkContract({
    subject,
    test: (name, run) =>
      register(name, (context) => {
        const reason = whyNot(machine)
        if (reason !== undefined) context.skip(reason)
        return run()
      }),
  })

/** A row of the table: what runs, and its subject in each runtime. */
export type RuntimeRow = readonly [name: string, subjects: Readonly<Record<string, Subject>>]

const columns = ['Node 22', 'Node 24', 'Node 26', 'Bun', 'Deno', 'workerd']

/** The table in docs/reference/packages/<name>.md: how many checks of the framework contract hold in which runtime, and why others do not run. */
export const runtimeTable = (name: string, rows: readonly RuntimeRow[]): ReturnType<typeof generated> => {
  const leftOut = new Set<string>()
  const cellOf = (name: string, runtime: string, subject: Subject | undefined): string => {
    if (subject === undefined) return ''
    const checks = plannedChecks(subject)
    const missing = checks.flatMap(({ id, leftOut: reason }) => (reason === undefined ? [] : [{ id, reason }]))
    for (const { id, reason } of missing)
      if (subject.refuses?.[id] === reason || Object.values(subject.refuses ?? {}).includes(reason))
        leftOut.add(`- ${name} on ${runtime}, ${id}: ${reason}`)
    return String(checks.length - missing.length)
  }
  const body = rows.map(([name, subjects]) => [
    name,
    ...columns.map((runtime) => cellOf(name, runtime, subjects[runtime])),
  ])
  const table = tableOf([['', ...columns], ...body])
  return generated(
    `reference/packages/${name}.md`,
    'runtimes',
    leftOut.size === 0 ? table : `${table}\n\n${[...leftOut].join('\n')}`,
  )
}
