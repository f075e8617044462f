// The order of test files that run side by side. Vitest knows durations only where it ran before. A long file that starts last runs alone.
import { BaseSequencer } from 'vitest/node'

/** Parts of the paths of long files, the longest first. The order changes how long a run takes and nothing else. */
const slow = [
  'published-adapters/test/faults/matrix',
  'adapter-sql/test/faults/pairs',
  'adapter-sql/test/faults/crash-',
  'adapter-sql/test/races/',
  'adapter-sql/test/faults/matrix-',
  'adapter-redis/test/faults/matrix-',
  'adapter-sql/test/faults/races',
  'published-adapters/test/existing-tables',
  'adapter-sql/test/session-check',
  'oauth/network',
  'emulator/test/catalogue',
  'versions/versions',
]

const rank = ({ moduleId }) => {
  const place = slow.findIndex((part) => moduleId.includes(part))
  return place < 0 ? slow.length : place
}

/** Starts the long files first. */
export class SlowFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
