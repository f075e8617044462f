import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
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
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let folder: string
/** The application with `@auth/solid-start`, as it is. */
let before: string
/** The same with the imports renamed, and the options wrapped. */
let after: string
let chromium: LaunchedBrowser

const rename = (text: string): string =>
  text.replaceAll("'@auth/solid-start", "'@authwright/solid-start").replaceAll("'@auth/core", "'@authwright/core")

/** What docs/guides/migrating-from-authjs.md says, so that users stay signed in. */
const wrap = (text: string): string =>
  `import { fromAuthJs } from '@authwright/core/compat'\n${text}`
    .replace('SolidAuthConfig = {', 'SolidAuthConfig = fromAuthJs({')
    .replace('\n}\n', `\n}, { until: '${new Date(Date.now() + 30 * 86_400_000).toISOString()}' })\n`)

const move = async (application: string): Promise<void> => {
  const files = await readdir(join(application, 'src'), { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter((file) => file.isFile())) {
    const path = join(parentPath, name)
    const renamed = rename(await readFile(path, 'utf8'))
    await writeFile(path, name === '[...solidauth].ts' ? wrap(renamed) : renamed)
  }
}

beforeAll(async () => {
  folder = await makeFolder()
  before = join(folder, 'before')
  after = join(folder, 'after')
  for (const application of [before, after])
    await cp(join(import.meta.dirname, 'app-authjs'), application, { recursive: true })
  await installTarballs(before, await packAll(folder, ['core', 'client', 'solid-start']))
  await symlink(join(before, 'node_modules'), join(after, 'node_modules'))
  await move(after)
  for (const application of [before, after])
    await run(process.execPath, ['node_modules/.bin/vite', 'build'], application)
  chromium = await launchBrowser()
}, 300_000)

afterAll(async () => {
  await chromium?.browser?.close()
  await removeFolder(folder)
})

const start = async (application: string): Promise<RunningApp> => {
  const variables = { AUTH_SECRET: 'a secret of the tests, long enough to be one', AUTH_TRUST_HOST: 'true' }
  const site = await serve(application, variables, () => ['.output/server/index.mjs'])
  onTestFinished(() => site.stop())
  return site
}

test('a user of @auth/solid-start stays signed in when the imports are renamed, and signs out and in', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const [old, moved] = [await start(before), await start(after)]
  const visitor = await chromium.browser.newContext()
  onTestFinished(() => visitor.close())
  const page = await visitor.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.goto(old.origin, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as Ada').waitFor()
  await page.goto(moved.origin, { waitUntil: 'networkidle' })
  await page.getByText('Signed in as Ada').waitFor()
  await page.getByRole('link', { name: 'Protected' }).click()
  await page.getByRole('heading', { name: 'This is a protected route of Ada' }).waitFor()
  await page.goto(moved.origin, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are not signed in').waitFor()
  await page.goto(`${moved.origin}/protected`, { waitUntil: 'networkidle' })
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as Ada').waitFor()
  expect(problems).toEqual([])
})

test.each([() => before, () => after])('it compiles before and after', async (application) => {
  expect(await run(process.execPath, ['node_modules/typescript/bin/tsc'], application())).toBe('')
})

test('every name that @auth/solid-start exports is exported too', async () => {
  const namesOf = async (path: string): Promise<readonly string[]> => {
    const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(path)}))))`
    const args = ['--input-type=module', '--eval', script]
    return JSON.parse(await run(process.execPath, args, before)) as string[]
  }
  for (const path of ['', '/client', '/providers/github', '/providers/credentials']) {
    const published = await namesOf(`@auth/solid-start${path}`)
    expect(published.length).toBeGreaterThan(0)
    expect(await namesOf(`@authwright/solid-start${path}`)).toEqual(expect.arrayContaining([...published]))
  }
})
