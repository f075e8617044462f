import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { enterPassword, expectPath, goToProvider, requestLink } from './steps.ts'

const setup = setupDemo()
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** The violations that axe finds. The page's CSP does not allow a script element for axe, so its source is evaluated. */
const findViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** The horizontal overflow of the page in pixels. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Collects console errors and warnings, page errors, and requests to other origins. */
const collectProblems = (page: Page): string[] => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== setup.demo().urls.site) problems.push(request.url())
  })
  return problems
}

const publicPages = [
  '/',
  '/signin?redirectTo=/protected',
  '/signout',
  '/refused',
  '/every-provider',
  '/auth/signin',
  '/every-provider/auth/signin',
]
const signedInPages = [
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
  const problems = collectProblems(page)
  for (const path of paths) {
    await page.goto(path)
    expect({ path, violations: await findViolations(page) }).toEqual({ path, violations: [] })
    expect({ path, overflow: await measureOverflow(page) }).toEqual({ path, overflow: 0 })
  }
  expect(problems).toEqual([])
}

describe.each(looks)('in $colorScheme colors, $width pixels wide', ({ colorScheme, width }) => {
  const look = { colorScheme, viewport: { width, height: 900 } }

  test('the public pages are accessible, do not overflow, and load nothing from other origins', async () => {
    await expectGoodPages(await setup.visit(look), publicPages)
  })

  test('the same holds for the pages of a signed-in user', async () => {
    const page = await setup.visit(look)
    await page.goto('/')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByTestId('name').waitFor()
    await expectGoodPages(page, signedInPages)
  })
})

/** What the pages of the demo, the built-in pages, the OpenID Provider and the mailbox have in common. */
const readLook = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
    const card = [...document.querySelectorAll('main, .card, article, section')]
      .map((element) => getComputedStyle(element))
      .find(({ borderTopWidth }) => borderTopWidth === '1px')
    return { backgroundColor, color, fontFamily, card: [card?.backgroundColor, card?.borderTopColor] }
  })

test.each(['light', 'dark'] as const)('all servers of the demo share one design: %s', async (colorScheme) => {
  const page = await setup.visit({ colorScheme })
  const { mailbox } = setup.demo().urls
  await page.goto('/signin')
  const expected = await readLook(page)
  await requestLink(page, 'lee@example.com')
  await expectPath(page, '/auth/verify-request')
  const looks = [await readLook(page)]
  await page.goto(mailbox)
  looks.push(await readLook(page))
  await page.goto('/signin')
  await goToProvider(page)
  looks.push(await readLook(page))
  const ground = expected.backgroundColor
  // The text below the card of a built-in page is soft, and inside it is not.
  expect(looks.map((look) => ({ ...look, color: expected.color }))).toEqual(looks.map(() => expected))
  expect(ground).not.toBe(expected.card[0])
})
