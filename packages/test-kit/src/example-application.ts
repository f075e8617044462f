import { cp, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext } from 'vitest'
import { launchBrowser, type LaunchedBrowser } from './chromium.ts'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serve,
  type Program,
  type RunningApp,
} from './installed-application.ts'
import { titledBlocks, writeBlocks } from './readme-blocks.ts'
import { takeScreenshot } from './screenshot.ts'

/** An example of a framework, in `examples/<name>`, and the packages that it installs. `docs/start/<name>.md` shows it. */
export interface Example {
  readonly name: string
  /** Names of folders in `packages`. */
  readonly packages: readonly string[]
  /** The path of the library's routes. */
  readonly basePath: string
  /** Builds the example in its folder, if it is served as a build. */
  readonly build?: (folder: string) => Promise<unknown>
  readonly program: Program
  readonly environment?: Readonly<Record<string, string>>
  /** Addresses that the server compiles when they are first requested. */
  readonly warmUp?: readonly string[]
  /** The arguments of Node for each command that checks the types of the example. */
  readonly typeChecks: readonly (readonly string[])[]
  /** Adds the pages that only the reference page has to the routes of the example, if a file lists these. */
  readonly addRoutes?: (folder: string) => Promise<unknown>
  /** Whether the tests run `authwright doctor` and `authwright init` in the example. @default false */
  readonly runsCommands?: boolean
}

const packages = join(import.meta.dirname, '../..')

/** What builds and installations leave in the folder of an example. */
const BUILT = new Set(['.next', '.output', '.react-router', '.tanstack', 'build', 'dist', 'node_modules'])

/** Copies the example into a folder, and installs the packed packages there. */
const installExample = async (folder: string, { name, packages: packed }: Example): Promise<string> => {
  const application = join(folder, 'example')
  await cp(join(packages, '../examples', name), application, {
    recursive: true,
    filter: (path) => !BUILT.has(basename(path)),
  })
  await installTarballs(application, await packAll(folder, packed))
  return application
}

const CLI = join(packages, 'cli/dist/main.js')

/** Checks the types of the example. Returns the output, and rejects with it when a command fails. */
const checkTypes = async (application: string, { typeChecks }: Example): Promise<string> => {
  let output = ''
  for (const args of typeChecks) output += await run(process.execPath, args, application)
  return output
}

/** Replaces the files of the example that `authwright init` writes by those that it writes. */
const initialize = async (application: string): Promise<void> => {
  const init = (...args: readonly string[]) => run(process.execPath, [CLI, 'init', ...args], application)
  const { left } = JSON.parse(await init('--dry-run', '--json')) as { readonly left: readonly string[] }
  await Promise.all(left.map((path) => rm(join(application, path))))
  const { files } = JSON.parse(await init('--yes', '--json')) as { readonly files: readonly string[] }
  expect(files.filter((path) => path !== '.env').toSorted()).toEqual(left.toSorted())
}

const openPage = async (context: TestContext, { origin }: RunningApp, chromium: LaunchedBrowser) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const visitor = await chromium.browser.newContext({ baseURL: origin })
  onTestFinished(() => visitor.close())
  // A development server compiles while the page waits.
  visitor.setDefaultTimeout(45_000)
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

/**
 * Registers the tests of an example: a user signs in with a password and signs out, the router of the browser respects the guard of the
 * page `/account`, and the example compiles.
 */
export const testExample = (example: Example): void => {
  let folder: string
  let application: string
  let site: RunningApp
  let chromium: LaunchedBrowser

  beforeAll(async () => {
    folder = await makeFolder()
    application = await installExample(folder, example)
    await example.build?.(application)
    const variables = { AUTH_SECRET: 'a secret of the tests, long enough to be one', ...example.environment }
    site = await serve(application, variables, example.program)
    for (const path of example.warmUp ?? []) await fetch(site.origin + path)
    chromium = await launchBrowser()
  })

  afterAll(async () => {
    await chromium?.browser?.close()
    await site?.stop()
    await removeFolder(folder)
  })

  test('the example signs in, shows the user and signs out', async (context) => {
    const { page, problems, enterPassword } = await openPage(context, site, chromium)
    await page.getByText('Sign in', { exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === `${example.basePath}/signin`)
    await enterPassword()
    await page.getByText('Signed in as Ada').waitFor()
    await takeScreenshot(page, example.name)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account of Ada' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Signed out').waitFor()
    expect(problems).toEqual([])
  })

  test('the router of the browser leads a signed-out user from a protected page to the sign-in page, and back', async (context) => {
    const { page, problems, enterPassword } = await openPage(context, site, chromium)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.waitForURL(`**${example.basePath}/signin?callbackUrl=${encodeURIComponent('/account')}`)
    await enterPassword()
    await page.getByText('Account of Ada').waitFor()
    expect(problems).toEqual([])
  })

  // For the other examples there are no such tests. Skipped ones would fail in CI.
  const testOfCommand = example.runsCommands === true ? test : undefined

  testOfCommand?.('authwright doctor finds nothing', async () => {
    const variables = { AUTH_SECRET: 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw', AUTH_URL: 'http://localhost:3000' }
    const report = await run(process.execPath, [CLI, 'doctor', '--offline'], application, variables)
    expect(report).toContain(' 0 notes, 0 warnings, 0 failures')
  })

  test('the example compiles, with the code of the reference page', async () => {
    // Some of these files are a second config, so the test of `doctor` comes before.
    const page = await readFile(join(packages, '../docs/reference/packages', `${example.name}.md`), 'utf8')
    writeBlocks(application, titledBlocks(page))
    await example.addRoutes?.(application)
    expect(await checkTypes(application, example)).not.toContain('error')
  })

  testOfCommand?.('the files of authwright init compile', async () => {
    await initialize(application)
    expect(await checkTypes(application, example)).not.toContain('error')
  })
}
