import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { run } from '@authwright/test-kit/installed-application'
import { withMovedApplication } from '@authwright/test-kit/moved-application'
import { describe, expect, test } from 'vitest'

const rename = (text: string): string =>
  text.replaceAll("'@auth/solid-start", "'@authwright/solid-start").replaceAll("'@auth/core", "'@authwright/core")

/** What docs/guides/migrating-from-authjs.md says, so that users stay signed in. */
const wrap = (text: string): string =>
  `import { fromAuthJs } from '@authwright/core/compat'\n${text}`
    .replace('SolidAuthConfig = {', 'SolidAuthConfig = fromAuthJs({')
    .replace('\n}\n', `\n}, { until: '${new Date(Date.now() + 30 * 86_400_000).toISOString()}' })\n`)

const { folderOf, start } = withMovedApplication({
  application: join(import.meta.dirname, 'app-authjs'),
  packages: ['core', 'client', 'solid-start'],
  change: (text, name) => (name === '[...solidauth].ts' ? wrap(rename(text)) : rename(text)),
  build: (folder) => run(process.execPath, ['node_modules/.bin/vite', 'build'], folder),
  program: () => ['.output/server/index.mjs'],
})

describe('in a browser', () => {
  const openPage = withChromium()

  test('a user of @auth/solid-start stays signed in when the imports are renamed, and signs out and in', async () => {
    const [old, moved] = [await start('before'), await start('after')]
    const page = await openPage()
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
})

test.each(['before', 'after'] as const)('it compiles %s the move', async (stage) => {
  expect(await run(process.execPath, ['node_modules/typescript/bin/tsc'], folderOf(stage))).toBe('')
})

test('every name that @auth/solid-start exports is exported too', async () => {
  const namesOf = async (path: string): Promise<readonly string[]> => {
    const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(path)}))))`
    const args = ['--input-type=module', '--eval', script]
    return JSON.parse(await run(process.execPath, args, folderOf('before'))) as string[]
  }
  for (const path of ['', '/client', '/providers/github', '/providers/credentials']) {
    const published = await namesOf(`@auth/solid-start${path}`)
    expect(published.length).toBeGreaterThan(0)
    expect(await namesOf(`@authwright/solid-start${path}`)).toEqual(expect.arrayContaining([...published]))
  }
})
