// The vitest projects, and how much of each `npm test` runs. `npm run test:all` runs them whole.

import { availableParallelism } from 'node:os'

/** Some unit tests wait for deadlines, so one worker more than cores keeps the cores busy. */
const unitWorkers = `--maxWorkers=${availableParallelism() + 1}`

/** The arguments of vitest for a project. Vitest allows no `maxWorkers` of its own for one of several projects. */
export const projectArguments = (project) => ['--project', project, ...(project === 'unit' ? [unitWorkers] : [])]

/** The fault matrix over the memory adapter. */
const matrixOverMemory = 'packages/adapter-sql/test/faults/matrix-memory.faults.ts'
/** One browser journey per sign-in method. */
const journeys = 'examples/sveltekit/test/journeys.e2e.ts'

/**
 * @typedef {object} Suite
 * @property {string} project
 * @property {'all' | 'none' | readonly string[]} short what `npm test` runs of it
 * @property {string} [leftOut] what `npm test` leaves out of it
 */

/** @type {readonly Suite[]} */
export const suites = [
  { project: 'unit', short: 'all' },
  { project: 'servers', short: 'none', leftOut: 'servers (PostgreSQL, MariaDB, Redis, D1, child processes)' },
  { project: 'faults', short: [matrixOverMemory], leftOut: 'faults (every store but memory, pairs, crashes, races)' },
  { project: 'runtimes', short: 'none', leftOut: 'runtimes (Node, Bun, Deno, workerd)' },
  { project: 'e2e', short: [journeys], leftOut: 'e2e (all but one journey per sign-in method)' },
]
