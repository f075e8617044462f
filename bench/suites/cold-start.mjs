// How long a process takes until it has loaded a library and handled one request, over an empty process.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { quantile, shuffled } from '../measure.mjs'
import { factor, grid } from '../report.mjs'

const PROGRAM = fileURLToPath(new URL('../cold-start/program.mjs', import.meta.url))
const EMPTY = 'empty'

/** What each row does, and the work of the peer that it is compared with. */
const rows = {
  request: { what: '`new Request()` alone', peer: undefined },
  'core, load': { what: '`@authwright/core`: loaded, no request', peer: '@auth/core, load' },
  'core, session': { what: '`@authwright/core`: session check', peer: '@auth/core, session' },
  'core, page': { what: '`@authwright/core`: sign-in page', peer: '@auth/core, page' },
  'core, jwt': { what: '`@authwright/core/jwt`: `getToken`', peer: undefined },
  'node, session': { what: '`@authwright/node`: session check', peer: '@auth/core, session' },
  'web, session': { what: '`@authwright/web`: session check', peer: '@auth/core, session' },
  '@auth/core, load': { what: '`@auth/core`: loaded, no request', peer: undefined },
  '@auth/core, session': { what: '`@auth/core`: session check', peer: undefined },
  '@auth/core, page': { what: '`@auth/core`: sign-in page', peer: undefined },
}

const start = promisify(execFile)

/** Milliseconds from the start of a process to its end. @param {string} work */
const timeOf = async (work) => {
  const before = process.hrtime.bigint()
  await start(process.execPath, [PROGRAM, work])
  return Number(process.hrtime.bigint() - before) / 1e6
}

/** The process of a row longer than the empty one of the same round: medians. @param {import('../run.mjs').Settings} settings */
export const run = async ({ rounds }) => {
  const works = [EMPTY, ...Object.keys(rows)]
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(works.map((work) => [work, []]))
  // The first processes read the files from the disk.
  for (const work of works) await timeOf(work)
  for (let round = 0; round < Math.ceil(rounds / 2); round += 1)
    for (const work of shuffled(works)) times[work]?.push(await timeOf(work))
  const medians = Object.fromEntries(works.map((work) => [work, quantile(times[work] ?? [], 0.5)]))
  const over = (/** @type {string} */ work) => (medians[work] ?? Number.NaN) - (medians[EMPTY] ?? Number.NaN)
  const body = Object.entries(rows).map(([work, { what, peer }]) => [
    what,
    `${over(work).toFixed(0)} ms`,
    peer === undefined ? '' : factor(over(work) / over(peer)),
  ])
  const table = grid([['', 'over an empty process', 'of @auth/core'], ...body])
  const empty = `An empty process takes ${(medians[EMPTY] ?? Number.NaN).toFixed(0)} ms.`
  return {
    data: { rounds, medians },
    charts: {},
    parts: { 'cold-start': `${table}\n\n${empty}` },
    failures: [],
  }
}
