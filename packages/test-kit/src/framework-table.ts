import { plannedChecks, type Subject } from '@authwright/testing/frameworks'
import { generated, tableOf } from './generated-table.ts'

/** The table in docs/reference/frameworks.md: which check runs for which framework, and why the others do not. */
export const frameworkTable = (name: string, subjects: readonly Subject[]): ReturnType<typeof generated> => {
  const planned = subjects.map((subject) => ({ name: subject.name, checks: plannedChecks(subject) }))
  const [first] = planned
  const rows = (first?.checks ?? []).map(({ id, rule }, row) => [
    id,
    rule,
    ...planned.map(({ checks }) => (checks[row]?.leftOut === undefined ? 'yes' : '')),
  ])
  const leftOut = planned.flatMap(({ name: framework, checks }) =>
    checks.flatMap(({ id, leftOut: reason }) => (reason === undefined ? [] : [`- ${framework}, ${id}: ${reason}`])),
  )
  const table = tableOf([['check', 'rule', ...subjects.map((subject) => subject.name)], ...rows])
  return generated('reference/frameworks.md', name, [table, ...new Set(leftOut)].join('\n').replace('\n- ', '\n\n- '))
}
