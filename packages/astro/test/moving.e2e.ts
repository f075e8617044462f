import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import {
  installedModules,
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  type RunningApp,
} from '@authwright/test-kit/installed-application'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { builtServer } from './installed.ts'

const variables = {
  AUTH_SECRET: 'a secret of the tests, long enough to be one',
  AUTH_TRUST_HOST: 'true',
  ASTRO_TELEMETRY_DISABLED: '1',
}

let folder: string
/** The application with `auth-astro`, as it is. */
let before: string
/** The same with the changes of the README. */
let after: string
let chromium: LaunchedBrowser

/** The changes that the README shows, and no other ones. */
const change = (text: string): string =>
  text
    .replaceAll(/'auth-astro(?=['/])/g, "'@authwright/astro")
    .replaceAll("'@auth/core/", "'@authwright/core/")
    .replace('[auth()]', "[auth({ basePath: '/api/auth' })]")
    .replace('export default defineConfig({\n  providers', 'export default defineConfig(fromAuthJs({\n  providers')
    .replace(
      /(?<=fromAuthJs[\s\S]*)\}\)\n$/,
      `}, { until: '${new Date(Date.now() + 30 * 86_400_000).toISOString()}' }))\n`,
    )
    .replace(/(?=[\s\S]*fromAuthJs)/, "import { fromAuthJs } from '@authwright/core/compat'\n")

const move = async (application: string): Promise<void> => {
  const files = await readdir(application, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter((file) => file.isFile() && !file.name.endsWith('.json'))) {
    const path = join(parentPath, name)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
}

beforeAll(async () => {
  folder = await makeFolder()
  before = join(folder, 'before')
  after = join(folder, 'after')
  for (const application of [before, after])
    await cp(join(import.meta.dirname, 'app-auth-astro'), application, { recursive: true })
  await move(after)
  await installTarballs(before, await packAll(folder, ['core', 'client', 'astro']))
  await symlink(join(installedModules, 'typescript'), join(before, 'node_modules/typescript'))
  await symlink(join(before, 'node_modules'), join(after, 'node_modules'))
  for (const application of [before, after])
    await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], application, variables)
  chromium = await launchBrowser()
}, 300_000)

afterAll(async () => {
  await chromium?.browser?.close()
  await removeFolder(folder)
})

const start = async (application: string): Promise<RunningApp> => {
  const site = await serve(application, variables, builtServer(false))
  onTestFinished(() => site.stop())
  return site
}

test('a user of auth-astro stays signed in after the move, and signs out and in', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const [old, moved] = [await start(before), await start(after)]
  const visitor = await chromium.browser.newContext()
  onTestFinished(() => visitor.close())
  const page = await visitor.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  const read = async (path: string) => {
    await page.goto(moved.origin + path)
    return page.locator('p, h1').first().textContent()
  }
  await page.goto(`${old.origin}/scripts`)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Logged in as Ada').waitFor()

  expect(await read('/')).toBe('Signed in as Ada')
  expect(await read('/members')).toBe('Only for Ada')
  expect(await read('/scripts')).toBe('Logged in as Ada')
  const names = (await visitor.cookies()).map(({ name }) => name)
  expect(names).toContain('authwright.session-token')
  expect(names).not.toContain('authjs.session-token')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Not logged in').waitFor()
  expect(await read('/members')).toBe('Not signed in')
  await page.goto(`${moved.origin}/scripts`)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Logged in as Ada').waitFor()
  await page.goto(moved.origin)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Not signed in').waitFor()
  expect(problems).toEqual([])
})

test.for([() => before, () => after])('the component SignIn leads to the provider', async (application, context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const { origin } = await start(application())
  const page = await chromium.browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(origin)
  const requested = page.waitForRequest('https://github.com/**')
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
  const { searchParams } = new URL((await requested).url())
  expect(searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/github`)
})

test('the moved application compiles', async () => {
  expect(await run('tsc', ['--noEmit', '--project', after], after)).toBe('')
})
