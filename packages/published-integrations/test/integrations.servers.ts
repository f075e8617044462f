import { afterAll, beforeAll, describe } from 'vitest'
import { installBoth, startServer, type Installation } from './application.ts'
import { checkIntegration } from './suite.ts'

let installation: Installation
beforeAll(async () => {
  installation = await installBoth()
})
afterAll(() => installation?.close())

describe.each([
  ['@auth/express', 'express'],
  ['@hono/auth-js', 'hono'],
] as const)('%s', (_package, folder) => {
  checkIntegration((engine, env) => startServer(installation.apps[engine], folder, installation.services, env))
})
