import { brokenBuildContract, brokenFrameworkContract, serverFaults } from '@authwright/test-kit/broken-framework'
import { test } from 'vitest'
import { plainFetch } from './subjects/fetch.ts'
import { hono } from './subjects/hono.ts'

for (const subject of [hono, plainFetch]) {
  brokenFrameworkContract(subject, serverFaults, test)
  brokenBuildContract(subject, test)
}
