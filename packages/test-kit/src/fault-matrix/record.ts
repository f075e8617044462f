import { readFileSync, writeFileSync } from 'node:fs'
import type { Failure, FaultMatrixReport } from '@authwright/test-kit/fault-matrix'
import { expect } from 'vitest'

/** The flows that users run most often. */
export const mainFlows: readonly string[] = [
  'first OAuth sign-in',
  'OAuth sign-in of an existing user',
  'linking an account',
  'requesting a magic link',
  'a magic link of a new user',
  'credentials with a session in the database',
  'signing in with a passkey',
]

/** Selects the main flows for tests that are too slow for all flows. */
export const isMainFlow = (flow: string): boolean => mainFlows.includes(flow)

const page = new URL('../../../../docs/understand/reliability.md', import.meta.url)

/** The calls that did not survive, each with its faults. */
const summary = (failures: readonly Failure[]): string => {
  const calls = new Map<string, Set<string>>()
  for (const { point, fault } of failures) {
    const method = point.replace(/^\d+ /, '')
    calls.set(method, (calls.get(method) ?? new Set()).add(fault))
  }
  return [...calls].map(([method, kinds]) => `\`${method}\` ${[...kinds].toSorted().join(', ')}`).join('; ')
}

const toRow = (name: string, { flows, points, scenarios, survived, failures }: FaultMatrixReport): string =>
  `| ${name} | ${flows} | ${points} | ${scenarios} | ${survived} | ${summary(failures) || 'nothing'} |`

/** The separator lines of the tables: single faults, and pairs of faults. */
const SINGLE = '|---|--:|--:|--:|--:|---|'
const PAIRS = '|---|--:|--:|--:|'

/** Replaces the row with the same name, or adds the row at the end of its table. */
const withRow = (lines: readonly string[], rule: string, name: string, row: string): readonly string[] => {
  const begin = lines.indexOf(rule) + 1
  const end = lines.findIndex((line, at) => at >= begin && !line.startsWith('|'))
  const at = lines.findIndex((line, place) => place >= begin && place < end && line.startsWith(`| ${name} |`))
  return at >= 0 ? lines.with(at, row) : lines.toSpliced(end, 0, row)
}

/** Checks that docs/understand/reliability.md has a row. With AUTHWRIGHT_WRITE_DOCS=1 it writes the row instead. */
const checkRow = (rule: string, name: string, row: string): void => {
  const lines = readFileSync(page, 'utf8').split('\n')
  if (process.env['AUTHWRIGHT_WRITE_DOCS'] === '1') writeFileSync(page, withRow(lines, rule, name, row).join('\n'))
  else expect(lines, 'docs/understand/reliability.md is out of date: run with AUTHWRIGHT_WRITE_DOCS=1').toContain(row)
}

/** Prints the result of a fault matrix, and checks its row in docs/understand/reliability.md. */
export const record = (name: string, report: FaultMatrixReport): void => {
  const { flows, points, scenarios, survived } = report
  console.log(`${name}: ${flows} flows × ${points} calls × faults = ${scenarios} scenarios, ${survived} survived`)
  checkRow(SINGLE, name, toRow(name, report))
}

/** Does the same for pairs of faults. */
export const recordPairs = (name: string, { flows, scenarios, survived }: FaultMatrixReport): void => {
  console.log(`${name}: ${flows} flows, ${scenarios} scenarios with two faults, ${survived} survived`)
  checkRow(PAIRS, name, `| ${name} | ${flows} | ${scenarios} | ${survived} |`)
}
