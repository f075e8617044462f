// The order of test files that run side by side, which stories do not. vitest knows what took long only where it ran before; begun
// last, one long file alone ends a run.
import { BaseSequencer } from 'vitest/node'

/** Files that take longer than half a minute, the longest first. One that is not named here is only begun later. */
const slow = [
  'published-adapters/test/faults/matrix',
  'adapter-sql/test/faults/pairs',
  'adapter-sql/test/faults/crash-',
  'adapter-sql/test/races/',
  'adapter-sql/test/faults/matrix-',
  'adapter-redis/test/faults/matrix-',
  'adapter-sql/test/faults/races',
  'published-adapters/test/adopted',
]

const rank = ({ moduleId }) => {
  const place = slow.findIndex((part) => moduleId.includes(part))
  return place < 0 ? slow.length : place
}

/** Begins with the files that take longest. */
export class SlowFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
