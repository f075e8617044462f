import { join } from 'node:path'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  serveByNpm,
} from '@authwright/test-kit/installed-application'
import { checkSignIn, copyExample } from '@authwright/test-kit/server-example'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'

let folder: string

beforeAll(async () => {
  folder = await makeFolder()
  const application = join(folder, 'workers')
  await copyExample('workers', application)
  await installTarballs(application, await packAll(folder, ['core', 'web']))
  // Wrangler is installed.
})

afterAll(() => removeFolder(folder))

test('npm start of examples/workers serves an application in which a user signs in and out', async () => {
  const variables = { WRANGLER_SEND_METRICS: 'false' }
  const site = await serveByNpm(
    join(folder, 'workers'),
    () => variables,
    (port) => ['--port', port],
  )
  onTestFinished(() => site.stop())
  await checkSignIn(site)
})
