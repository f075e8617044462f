// The order of test files that run in parallel. Vitest knows their durations only after a first run on the machine. A long
// file that starts last would run alone.
import { BaseSequencer } from 'vitest/node'

/** Parts of the paths of long files, the longest first. The order changes only the duration of a run. */
const slow = [
  'published-adapters/test/faults/matrix',
  'adapter-sql/test/faults/pairs',
  'adapter-sql/test/faults/crash-',
  'adapter-sql/test/races/',
  'adapter-sql/test/faults/matrix-',
  'adapter-redis/test/faults/matrix-',
  'adapter-sql/test/faults/races',
  'published-adapters/test/existing-tables',
  'published-adapters/test/imported-users',
  'adapter-sql/test/session-check',
  'oauth/network',
  'emulator/test/catalog',
  'versions/versions',
  // Of `e2e`, the files that install and build applications.
  'next/test/contract',
  'sveltekit/test/kit',
  'react-router/test/contract',
  'next/test/from-next-auth-4',
  'next/test/from-next-auth-5',
  'published-integrations/test/next',
  'astro/test/contract',
  'nuxt/test/contract',
  'qwik/test/contract',
  'sveltekit/test/contract',
  'solid-start/test/contract',
  'tanstack-start/test/contract',
  'cli/test/sveltekit-applications',
  'node/test/nestjs',
  'node/test/browser',
  'sveltekit/test/passkey',
  '/moving.',
  '/move.',
  '/example.',
]

const rank = ({ moduleId }) => {
  const index = slow.findIndex((part) => moduleId.includes(part))
  return index < 0 ? slow.length : index
}

/** Starts the long files first. */
export class SlowFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
