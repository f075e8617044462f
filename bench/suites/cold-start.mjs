// How long a process takes until it has loaded a library and handled one request, over an empty process.
import { measureStarts } from '../cold-start/measure.mjs'
import { factor, grid } from '../report.mjs'

/** What each row does, and the work of the peer that it is compared with. */
const rows = {
  request: { what: '`new Request()` alone', peer: undefined },
  'core, load': { what: '`@authwright/core`: loaded, no request', peer: '@auth/core, load' },
  'core, session': { what: '`@authwright/core`: session check', peer: '@auth/core, session' },
  'core, page': { what: '`@authwright/core`: sign-in page', peer: '@auth/core, page' },
  'core, jwt': { what: '`@authwright/core/jwt`: `getToken`', peer: '@auth/core, jwt' },
  'node, session': { what: '`@authwright/node`: session check', peer: '@auth/core, session' },
  'web, session': { what: '`@authwright/web`: session check', peer: '@auth/core, session' },
  'sveltekit, session': { what: '`@authwright/sveltekit`: session check', peer: '@auth/core, session' },
  '@auth/core, load': { what: '`@auth/core`: loaded, no request', peer: undefined },
  '@auth/core, session': { what: '`@auth/core`: session check', peer: undefined },
  '@auth/core, page': { what: '`@auth/core`: sign-in page', peer: undefined },
  '@auth/core, jwt': { what: '`@auth/core/jwt`: `getToken`', peer: undefined },
}

/** Medians of what the process of a row takes longer than an empty one. @param {import('../run.mjs').Settings} settings */
export const run = async ({ rounds }) => {
  const { taken: medians, over } = await measureStarts(Object.keys(rows), Math.ceil(rounds / 2), 'elapsed')
  const body = Object.entries(rows).map(([work, { what, peer }]) => [
    what,
    `${over(work).toFixed(0)} ms`,
    peer === undefined ? '' : factor(over(work) / over(peer)),
  ])
  const table = grid([['', 'over an empty process', 'of @auth/core'], ...body])
  const empty = `An empty process takes ${(medians['empty'] ?? Number.NaN).toFixed(0)} ms.`
  return {
    data: { rounds, medians },
    charts: {},
    parts: { 'cold-start': `${table}\n\n${empty}` },
    failures: [],
  }
}
