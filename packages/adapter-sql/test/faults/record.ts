import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Casualty, FaultMatrixReport } from '@gatehouse/testing/fault-matrix'
import { expect } from 'vitest'

const main: ReadonlySet<string> = new Set([
  'first OAuth sign-in',
  'first OAuth sign-in, address not proven',
  'linking an account',
  'a link used by somebody new',
  'signing out',
])

/** The flows in which adapters differ, for those that are run beside one that is run with all flows. */
export const isMainFlow = (flow: string): boolean => main.has(flow)

const page = new URL('../../../../docs/reliability.md', import.meta.url)

/** What was not survived: each call with its faults, whatever the flow. */
const summary = (casualties: readonly Casualty[]): string => {
  const calls = new Map<string, Set<string>>()
  for (const { point, fault } of casualties) {
    const method = point.replace(/^\d+ /, '')
    calls.set(method, (calls.get(method) ?? new Set()).add(fault))
  }
  return [...calls].map(([method, kinds]) => `\`${method}\` ${[...kinds].toSorted().join(', ')}`).join('; ')
}

const rowOf = (name: string, { flows, points, scenarios, survived, casualties }: FaultMatrixReport): string =>
  `| ${name} | ${flows} | ${points} | ${scenarios} | ${survived} | ${summary(casualties) || 'nothing'} |`

/** Puts a row in the place of the one with the same name, or after the last one of the table. */
const withRow = (text: string, name: string, row: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`))
  if (at >= 0) return lines.with(at, row).join('\n')
  const last = lines.findLastIndex(
    (line) => /^\|(?: [^|]* \|){6}$/.test(line) || line.startsWith('|---|--:|--:|--:|--:|'),
  )
  return lines.toSpliced(last + 1, 0, row).join('\n')
}

/**
 * Prints what came of a matrix, and holds docs/reliability.md to it. With GATEHOUSE_WRITE_DOCS=1 the page is written instead.
 */
export const record = (name: string, report: FaultMatrixReport): void => {
  const { flows, points, scenarios, survived } = report
  console.log(`${name}: ${flows} flows × ${points} calls × faults = ${scenarios} scenarios, ${survived} survived`)
  const row = rowOf(name, report)
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  if (process.env['GATEHOUSE_WRITE_DOCS'] === '1') writeFileSync(page, withRow(text, name, row))
  else expect(text.split('\n'), 'docs/reliability.md is out of date: run with GATEHOUSE_WRITE_DOCS=1').toContain(row)
}
