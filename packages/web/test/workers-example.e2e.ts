import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serveByNpm,
} from '@authwright/test-kit/installed-application'
import { checkSignIn, copyExample } from '@authwright/test-kit/server-example'
import { startLoopback } from '@authwright/testing/local-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

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

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/platforms.md'), 'utf8')
const commands = guide.match(/^npx wrangler secret put .*$/gm) ?? []

test('the commands of the guide for Cloudflare store the secrets of the worker', async () => {
  expect(commands).toHaveLength(3)
  const stored: unknown[] = []
  // In place of the server of Cloudflare, for which a user needs an account.
  const cloudflare = await startLoopback(0, () => async (request, response) => {
    stored.push([request.method, request.url, await json(request)])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result: {} }))
  })
  onTestFinished(() => cloudflare.close())
  const variables = {
    CLOUDFLARE_API_BASE_URL: cloudflare.origin,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    WRANGLER_SEND_METRICS: 'false',
  }
  for (const command of commands)
    await run('sh', ['-c', `echo "value for ${command}" | ${command}`], join(folder, 'workers'), variables)
  const path = '/accounts/account/workers/scripts/authwright-example-workers/secrets'
  const secretOf = (command: string) => ({
    name: command.split(' ').at(-1),
    text: `value for ${command}`,
    type: 'secret_text',
  })
  expect(stored).toEqual(commands.map((command) => ['PUT', path, secretOf(command)]))
})
