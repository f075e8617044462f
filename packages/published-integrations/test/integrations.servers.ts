import { afterAll, beforeAll, describe } from 'vitest'
import { installBoth, installRenamed, startServer, type InstalledApps, type Installation } from './application.ts'
import { checkIntegration } from './suite.ts'

let installation: Installation
let renamed: InstalledApps
beforeAll(async () => {
  installation = await installBoth()
  renamed = await installRenamed(['express', 'hono'])
})
afterAll(() => Promise.all([installation?.close(), renamed?.remove()]))

const integrations = [
  ['@auth/express', 'express'],
  ['@hono/auth-js', 'hono'],
] as const

describe.each(integrations)('%s', (_package, folder) => {
  checkIntegration((engine, env) => startServer(installation.apps[engine], folder, installation.services, env))
})

describe.each(integrations)('%s with its imports renamed', (_package, folder) => {
  const appsOf = { '@auth/core': () => installation.apps['@auth/core'], '@authwright/core': () => renamed }
  const ours = ['@authwright/core'] as const
  checkIntegration((engine, env) => startServer(appsOf[engine](), folder, installation.services, env), ours)
})
