// Checks that a process with Authwright handles its first session check after no more processor time than one with @auth/core, over an
// empty process. The processes run in turn, and the shortest processor time of each counts: load on the machine only adds to it.
import { measureStarts } from '../bench/cold-start/measure.mjs'

const ROUNDS = 12
const PEER = '@auth/core, session'

/** The most of the processor time of @auth/core. SvelteKit's own modules, which each application loads, count as well. */
const limits = {
  'core, session': 1,
  'core, jwt': 1,
  'node, session': 1,
  'web, session': 1,
  'sveltekit, session': 1.3,
}

/** Returns the complaints. */
export const checkColdStart = async () => {
  const { over } = await measureStarts([...Object.keys(limits), PEER], ROUNDS, 'processor', 0)
  return Object.entries(limits)
    .map(([work, limit]) => ({ work, limit, share: over(work) / over(PEER) }))
    .flatMap(({ work, limit, share }) => {
      console.log(`  ${work.padEnd(20)} ${share.toFixed(2)} × the start of @auth/core`)
      return share <= limit ? [] : [`${work} starts in ${share} × the time of @auth/core, and ${limit} × may be`]
    })
    .join('\n')
}
