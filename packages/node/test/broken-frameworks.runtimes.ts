import { brokenBuildContract, brokenFrameworkContract, serverFaults } from '@authwright/test-kit/broken-framework'
import { test } from 'vitest'
import { express } from './subjects/express.ts'
import { fastify } from './subjects/fastify.ts'

for (const subject of [express, fastify]) {
  brokenFrameworkContract(subject, serverFaults, test)
  brokenBuildContract(subject, test)
}
