import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { enterPassword } from './steps.ts'

const stage = setStage()
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe finds, in words. Its source is evaluated, and not added to the page, whose policy would not let it in. */
const findBarriers = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** How far the content reaches beyond the window, in pixels. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Everything that a page complains about, and every request that leaves the site. */
const watch = (page: Page): string[] => {
  const noticed: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noticed.push(message.text())
  })
  page.on('pageerror', (error) => noticed.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== stage.demo().urls.site) noticed.push(request.url())
  })
  return noticed
}

const open = [
  '/',
  '/signin?redirectTo=/protected',
  '/signout',
  '/refused',
  '/check-mail',
  '/every-provider',
  '/auth/signin',
  '/every-provider/auth/signin',
]
const inside = [
  '/',
  '/signin',
  '/signout',
  '/protected',
  '/members',
  '/passkeys',
  '/auth/signout',
  '/auth/account',
  '/auth/passkey',
]

const looks = [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 3840 },
] as const

const expectGoodPages = async (page: Page, paths: readonly string[]): Promise<void> => {
  const noticed = watch(page)
  for (const path of paths) {
    await page.goto(path)
    expect({ path, barriers: await findBarriers(page) }).toEqual({ path, barriers: [] })
    expect({ path, overflow: await measureOverflow(page) }).toEqual({ path, overflow: 0 })
  }
  expect(noticed).toEqual([])
}

describe.each(looks)('in $colorScheme colours, $width pixels wide', ({ colorScheme, width }) => {
  const look = { colorScheme, viewport: { width, height: 900 } }

  test('the open pages have no barriers, fit, and load nothing from elsewhere', async () => {
    await expectGoodPages(await stage.visit(look), open)
  })

  test('so do the pages of somebody who is signed in', async () => {
    const page = await stage.visit(look)
    await page.goto('/')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    await expectGoodPages(page, inside)
  })
})
