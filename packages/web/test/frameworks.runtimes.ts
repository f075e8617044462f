import { bun } from '@authwright/test-kit/runtimes/executables'
import { frameworkContract } from '@authwright/testing/frameworks'
import { describe, test } from 'vitest'
import { elysiaOnBun } from './subjects/elysia-on-bun.ts'

// In CI on Linux x64 the lockfile installs Bun, so a missing one is an error.
const mayBeMissing = process.env['CI'] !== 'true' || process.platform !== 'linux' || process.arch !== 'x64'

describe.skipIf(bun === undefined && mayBeMissing)('Bun', () => {
  frameworkContract({ subject: elysiaOnBun, test })
})
