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
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext } from 'vitest'

const example = join(import.meta.dirname, '../../../examples/solid-start')
const sources = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

let folder: string
let application: string
let site: RunningApp
let chromium: LaunchedBrowser

beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'example')
  for (const source of sources) await cp(join(example, source), join(application, source), { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'solid-start']))
  await run('npm', ['run', 'build'], application)
  const variables = { AUTH_SECRET: 'a secret of the tests, long enough to be one', AUTH_TRUST_HOST: 'true' }
  site = await serve(application, variables, () => ['.output/server/index.mjs'])
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
  const page = await visitor.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
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
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword()
  await page.getByText('Signed in as Ada').waitFor()
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { name: 'Account of Ada' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Signed out').waitFor()
  expect(problems).toEqual([])
})

test('a protected page leads a signed-out user to the sign-in page, and back', async (context) => {
  const { page, problems, enterPassword } = await open(context)
  await page.goto('/account')
  await page.waitForURL('**/api/auth/signin?callbackUrl=%2Faccount')
  await enterPassword()
  await page.getByRole('heading', { name: 'Account of Ada' }).waitFor()
  expect(problems).toEqual([])
})

test('a link to a protected page leads a signed-out user to the sign-in page, and back to the page of the link', async (context) => {
  const { page, problems, enterPassword } = await open(context)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.waitForURL('**/api/auth/signin?callbackUrl=%2F')
  await enterPassword()
  await page.getByText('Signed in as Ada').waitFor()
  expect(problems).toEqual([])
})

test('the example compiles', async () => {
  expect(await run(process.execPath, ['node_modules/typescript/bin/tsc'], application)).toBe('')
})
