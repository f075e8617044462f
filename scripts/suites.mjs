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
/** The examples of the server frameworks, started by `npm start`. */
const serverExamples = ['node', 'web'].map((name) => `packages/${name}/test/examples.e2e.ts`)

/**
 * @typedef {object} Suite
 * @property {string} project
 * @property {'all' | 'none' | readonly string[]} short what `npm test` runs of it
 * @property {string} [leftOut] what `npm test` leaves out of it
 */

/** @type {readonly Suite[]} */
export const suites = [
  { project: 'unit', short: 'all' },
  { project: 'servers', short: 'none', leftOut: 'servers (PostgreSQL, MariaDB, Redis, D1, nginx, child processes)' },
  { project: 'faults', short: [matrixOverMemory], leftOut: 'faults (every store but memory, pairs, crashes, races)' },
  { project: 'runtimes', short: 'none', leftOut: 'runtimes (Node, Bun, Deno, workerd)' },
  {
    project: 'e2e',
    short: [journeys, ...serverExamples],
    leftOut: 'e2e (all but one journey per sign-in method and the server examples)',
  },
]

/**
 * The folders and files of a suite in words such as `e2e:packages/next/`.
 *
 * @param {Suite} suite
 * @param {readonly string[]} words
 */
const partsOf = ({ project }, words) =>
  words.filter((word) => word.startsWith(`${project}:`)).map((word) => word.slice(project.length + 1))

/**
 * What of a suite runs: what `npm test` runs, and what the words name.
 *
 * @param {Suite} suite
 * @param {readonly string[]} words projects, and parts of projects: `servers`, `e2e:packages/next/`
 * @returns {'all' | 'none' | readonly string[]}
 */
export const filesOf = (suite, words) => {
  if (suite.short === 'all' || words.includes(suite.project)) return 'all'
  const files = [...(suite.short === 'none' ? [] : suite.short), ...partsOf(suite, words)]
  return files.length === 0 ? 'none' : files
}

/**
 * What of a suite does not run, in an array of at most one sentence.
 *
 * @param {Suite} suite
 * @param {readonly string[]} words
 */
export const leftOutOf = (suite, words) => {
  if (suite.leftOut === undefined || filesOf(suite, words) === 'all') return []
  const parts = partsOf(suite, words)
  return [parts.length === 0 ? suite.leftOut : `${suite.leftOut}, except ${parts.join(', ')}`]
}
