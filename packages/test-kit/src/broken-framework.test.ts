import { plannedChecks, type Subject } from '@authwright/testing/frameworks'
import { expect, test } from 'vitest'
import { browserFaults, buildFaults, developmentFaults, pageFaults, serverFaults } from './broken-framework.ts'
import { generated, tableOf } from './generated-table.ts'

const faults = { ...serverFaults, ...pageFaults, ...developmentFaults, ...browserFaults, ...buildFaults }

/** With pages it has every check. */
const everything: Subject = {
  name: 'every framework',
  has: new Set(['pages']),
  start: () => Promise.reject(new Error('It has no application')),
}

test('each check of the framework contract has a fault that it must report', () => {
  const rules = plannedChecks(everything).map(({ rule }) => rule)
  expect(Object.keys(faults).toSorted()).toEqual(rules.toSorted())
})

test('docs/reference/frameworks.md shows the faults', () => {
  const rows = plannedChecks(everything).map(({ id, rule }) => [id, rule, faults[rule]?.name ?? ''])
  const table = tableOf([['check', 'rule', 'fails for a framework that …'], ...rows])
  const { written, measured } = generated('reference/frameworks.md', 'faults', table)
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
