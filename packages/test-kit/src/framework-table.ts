import { plannedChecks, type PlannedCheck, type Subject } from '@authwright/testing/frameworks'
import { generated, tableOf } from './generated-table.ts'

/** What a table says of a check: it runs, the framework makes it impossible, or it is about something that the framework lacks. */
const cellOf = ({ leftOut, isRefused }: PlannedCheck): string =>
  leftOut === undefined ? 'passes' : isRefused ? 'refused' : 'n/a'

/** The reasons why a check does not run, each with its frameworks. */
const reasonsOf = (checks: readonly (PlannedCheck & { readonly framework: string })[]): readonly string[] => {
  const frameworks = new Map<string, string[]>()
  for (const { id, leftOut, framework } of checks) {
    if (leftOut === undefined) continue
    const key = `${id}: ${leftOut}`
    frameworks.set(key, [...(frameworks.get(key) ?? []), framework])
  }
  return [...frameworks].map(([key, names]) => `- ${[...new Set(names)].join(', ')}, ${key}`)
}

/** The table in docs/reference/frameworks.md: which check runs for which framework, and why the others do not. */
export const frameworkTable = (name: string, subjects: readonly Subject[]): ReturnType<typeof generated> => {
  const planned = subjects.map((subject) =>
    plannedChecks(subject).map((check) => ({ ...check, framework: subject.name })),
  )
  const [first = []] = planned
  const rows = first.map(({ id, rule }, row) => [
    id,
    rule,
    ...planned.flatMap((checks) => checks.slice(row, row + 1).map(cellOf)),
  ])
  const table = tableOf([['check', 'rule', ...subjects.map((subject) => subject.name)], ...rows])
  // By check, and each reason once.
  const reasons = reasonsOf(first.flatMap((_, row) => planned.flatMap((checks) => checks.slice(row, row + 1))))
  return generated('reference/frameworks.md', name, [table, '', ...reasons].join('\n').trimEnd())
}
