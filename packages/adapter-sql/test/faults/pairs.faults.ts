import { type Fault, isWriting, type Point, runFaultPairs } from '@authwright/test-kit/fault-matrix'
import { describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import { withDatabase } from './matrix-over.ts'
import { overMemory } from './memory.ts'
import { isMainFlow, recordPairs } from '@authwright/test-kit/fault-matrix/record'

const effects: ReadonlySet<Fault> = new Set(['throws', 'loses its response', 'crashes after'])

/** Selects the faults of writes: not stored, stored but reported as failed, and stored before a crash. */
const isWritingFault = (fault: Fault, point: Point): boolean => isWriting(point) && effects.has(fault)

describe('the main flows survive two faults, in one request or one in each of two', () => {
  test('all pairs, over memory', { timeout: 900_000 }, async () => {
    const report = await runFaultPairs({ ...overMemory(), only: isMainFlow })
    recordPairs('memory, all pairs', report)
    expect(report.failures).toEqual([])
  })

  test('all pairs of lost writes, over SQLite', { timeout: 900_000 }, async () => {
    const options = { only: isMainFlow, pick: isWritingFault }
    const report = await withDatabase(engines.sqlite, (given) => runFaultPairs({ ...given, ...options }))
    recordPairs('node:sqlite, pairs of lost writes', report)
    expect(report.failures).toEqual([])
  })
})
