import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { installedModules, run } from '@authwright/test-kit/installed-application'
import { withMovedApplication } from '@authwright/test-kit/moved-application'
import { describe, expect, test } from 'vitest'
import { builtServer } from './installed.ts'

/** The changes that docs/reference/packages/astro.md shows, and no other ones. */
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

const { folderOf, start } = withMovedApplication({
  application: join(import.meta.dirname, 'app-auth-astro'),
  packages: ['core', 'client', 'astro'],
  change,
  build: (folder, variables) => run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], folder, variables),
  program: builtServer(false),
  environment: { ASTRO_TELEMETRY_DISABLED: '1' },
})

describe('in a browser', () => {
  const openPage = withChromium()

  test('a user of auth-astro stays signed in after the move, and signs out and in', async () => {
    const [old, moved] = [await start('before'), await start('after')]
    const page = await openPage()
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
    const names = (await page.context().cookies()).map(({ name }) => name)
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

  test.each(['before', 'after'] as const)('the component SignIn leads to the provider %s the move', async (stage) => {
    const { origin } = await start(stage)
    const page = await openPage()
    await page.goto(origin)
    const requested = page.waitForRequest('https://github.com/**')
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
    const { searchParams } = new URL((await requested).url())
    expect(searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/github`)
  })
})

test('the moved application compiles', async () => {
  const after = folderOf('after')
  // The types of Astro need the package beside it.
  await symlink(join(installedModules, 'typescript'), join(after, 'node_modules/typescript'))
  expect(await run('tsc', ['--noEmit', '--project', after], after)).toBe('')
})
