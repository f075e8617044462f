import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildNext, installBoth, startNext, type Application, type Engine, type Installation } from './application.ts'
import { checkIntegration } from './suite.ts'

let installation: Installation
let chromium: LaunchedBrowser
beforeAll(async () => {
  installation = await installBoth()
  // Each build keeps all cores busy.
  for (const apps of Object.values(installation.apps)) await buildNext(apps)
  chromium = await launchBrowser()
}, 300_000)
afterAll(async () => {
  await chromium?.browser?.close()
  await installation?.close()
})

const start = (engine: Engine, env?: Readonly<Record<string, string>>): Promise<Application> =>
  startNext(installation.apps[engine], installation.services, env)

describe('next-auth in a built application', () => checkIntegration(start))
