import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  type RunningApp,
} from '@authwright/test-kit/installed-application'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext } from 'vitest'

const example = join(import.meta.dirname, '../../../examples/next')
const sources = ['app', 'auth.ts', 'next.config.ts', 'package.json', 'package-lock.json', 'proxy.ts', 'tsconfig.json']

let folder: string
let application: string
let site: RunningApp
let chromium: LaunchedBrowser

// The development server: what a developer starts first, and the contract runs a build already.
beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'example')
  for (const source of sources) await cp(join(example, source), join(application, source), { recursive: true })
  await installTarballs(application, await packAll(folder, ['client', 'core', 'next']))
  const variables = { AUTH_SECRET: 'a secret of the tests, long enough to be one', NEXT_TELEMETRY_DISABLED: '1' }
  const program = (port: string) => ['node_modules/next/dist/bin/next', 'dev', '-H', '127.0.0.1', '-p', port]
  site = await serve(application, variables, program)
  chromium = await launchBrowser()
}, 300_000)

afterAll(async () => {
  await chromium?.browser?.close()
  await site?.stop()
  await removeFolder(folder)
})

const open = async (context: TestContext) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const visitor = await chromium.browser.newContext({ baseURL: site.origin })
  onTestFinished(() => visitor.close())
  visitor.setDefaultTimeout(45_000)
  const page = await visitor.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.goto('/', { waitUntil: 'networkidle' })
  const enterPassword = async () => {
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Password').fill('analytical')
    await page.getByRole('button', { name: /sign in/i }).click()
  }
  return { page, problems, enterPassword }
}

test('the example signs in, shows the user and signs out', async (context) => {
  const { page, problems, enterPassword } = await open(context)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/api/auth/signin?*')
  await enterPassword()
  await page.getByText('Signed in as Ada').waitFor()
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { name: 'Account of Ada' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Signed out').waitFor()
  expect(problems).toEqual([])
})

test('the router of the browser leads a signed-out user from a protected page to the sign-in page, and back', async (context) => {
  const { page, problems, enterPassword } = await open(context)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.waitForURL('**/api/auth/signin?callbackUrl=%2Faccount')
  await enterPassword()
  await page.getByRole('heading', { name: 'Account of Ada' }).waitFor()
  expect(problems).toEqual([])
})

test('the example compiles', async () => {
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], application)
  expect(await run(process.execPath, ['node_modules/typescript/bin/tsc', '--incremental', 'false'], application)).toBe(
    '',
  )
})

test('the README shows the files of the example', () => {
  const blocks = readmeBlocks(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'))
  expect(Object.keys(blocks)).toContain('app/page.tsx')
  const files = Object.keys(blocks).map((name) => [name, readFileSync(join(example, name), 'utf8')])
  expect(Object.fromEntries(files)).toEqual(blocks)
})
