import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpPageScreen } from './page-screen.ts'
import { pageStates } from './page-states.ts'
import { everyPageWith } from './pages-with-text.ts'

const screen = setUpPageScreen()
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** A screen whose pages have axe. The policy of a page forbids another script, but not one that the browser adds. */
const screenWithAxe = async (options: Parameters<typeof screen>[0]) => {
  const opened = await screen(options)
  await opened.tab.addInitScript(axeSource)
  return opened
}

/** The violations that axe finds. */
const findViolations = async (tab: Tab, options = `{ resultTypes: ['violations'] }`): Promise<string[]> => {
  // Without the details of passed rules, which would take most of the time.
  const violations = await tab.evaluate<readonly Violation[]>(
    `axe.run(${options}).then((results) => results.violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** The rules that the colors and sizes of a page decide. All others depend on its elements and texts only. */
const LOOK = `{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'] }`

/** The width in pixels by which the content exceeds the window. */
const measureOverflow = (tab: Tab): Promise<number> =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const expandAll = (tab: Tab): Promise<void> =>
  tab.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)))

const displays = [
  // 320 × 256 are 1280 × 1024 CSS pixels at a zoom of 400 % (WCAG 2.2, 1.4.10).
  { name: 'zoom of 400 %', lang: 'de', theme: {}, options: { viewport: { width: 320, height: 256 } } },
  {
    name: 'dark scheme on a desktop',
    lang: 'en',
    theme: {},
    options: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  },
  {
    name: 'right to left on a 4K screen',
    lang: 'ar',
    theme: {},
    options: { viewport: { width: 3840, height: 2160 } },
  },
  { name: 'Japanese on a phone', lang: 'ja', theme: {}, options: { viewport: { width: 390, height: 844 } } },
  {
    name: 'brand color in hexadecimal',
    lang: 'pl',
    theme: {
      brandColor: '#ffd400',
      colorScheme: 'light',
      background: '#2b1055',
      name: 'Acme',
      terms: '/t',
      privacy: '/p',
    },
    options: { viewport: { width: 640, height: 480 } },
  },
  {
    name: 'brand color that only a browser can resolve',
    lang: 'fr',
    theme: {
      brandColor: 'hsl(160 90% 40%)',
      colorScheme: 'dark',
      background: 'hsl(200 40% 80%)',
      radius: 32,
      terms: '/t',
    },
    options: { viewport: { width: 640, height: 480 } },
  },
  {
    name: 'brand color of the dark scheme',
    lang: 'en',
    theme: { brandColor: '#7a0019', brandColorDark: '#ff0000', buttonText: '#fff', font: 'Georgia, serif', radius: 0 },
    options: { viewport: { width: 640, height: 480 }, colorScheme: 'dark' },
  },
] as const

describe.each(displays)('$name', ({ lang, theme, options }) => {
  test('no page has an accessibility violation, horizontal scrolling or a console error', async () => {
    const { tab, problems, requests, show } = await screenWithAxe(options)
    const found: Record<string, unknown> = {}
    for (const [name, page] of Object.entries(pageStates)) {
      await show(page, { lang, theme })
      // The repost page submits itself at once.
      if (name === 'repost') continue
      await expandAll(tab)
      const violations = await findViolations(tab, 'brandColor' in theme ? LOOK : undefined)
      const overflow = await measureOverflow(tab)
      if (violations.length > 0 || overflow > 0) found[name] = { violations, overflow }
      // Passkey autofill requests the options of a ceremony. That request is not part of loading the page.
      const loaded = requests.filter((request) => !request.includes('/webauthn-options/'))
      expect({ name, loaded: loaded.length }).toEqual({ name, loaded: 1 })
    }
    expect(found).toEqual({})
    expect(problems).toEqual([])
  })
})

describe.each(['light', 'dark'] as const)('with more contrast, in the %s scheme', (colorScheme) => {
  test.each([
    ['the default colors', {}],
    ['the colors of a brand', { brandColor: '#ffd400', brandColorDark: '#2040ff', background: '#777' }],
  ])('all text has a contrast of 7:1: %s', async (_, theme) => {
    const { tab, show } = await screenWithAxe({ contrast: 'more', colorScheme })
    const found: Record<string, unknown> = {}
    // Each page once, and the sign-in page in all states.
    const shown = Object.entries(pageStates).filter(([name, { page }]) => name === page || page === 'signin')
    for (const [name, page] of shown) {
      if (page.page === 'repost') continue
      await show(page, { theme: { ...theme, terms: '/t' } })
      const violations = await findViolations(tab, `{ runOnly: ['color-contrast-enhanced'] }`)
      if (violations.length > 0) found[name] = violations
    }
    expect(found).toEqual({})
  })
})

test('with forced colors every button, field and card has a border or, as the main button, another background', async () => {
  const { tab, show } = await screen({ forcedColors: 'active' })
  for (const page of Object.values(pageStates)) {
    if (page.page === 'repost') continue
    await show(page)
    await expandAll(tab)
    const borderless = await tab.evaluate(() =>
      [...document.querySelectorAll('main, button, .button, input:not([type=hidden], [type=checkbox])')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
          const isFilled = backgroundColor !== getComputedStyle(document.body).backgroundColor
          const hasBorder = borderTopWidth !== '0px' && borderTopStyle !== 'none' && borderTopColor !== backgroundColor
          return !hasBorder && !isFilled
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    expect({ page: page.page, borderless }).toEqual({ page: page.page, borderless: [] })
  }
})

test('a name of any length does not make a page wider than a phone', async () => {
  const { tab, show } = await screen({ viewport: { width: 320, height: 568 } })
  const name = 'W'.repeat(120)
  const tooWide: string[] = []
  for (const page of Object.values(everyPageWith(name))) {
    if (page.page === 'repost') continue
    await show(page, { theme: { name, terms: '/t', privacy: '/p' } })
    await expandAll(tab)
    const isTooWide = await tab.evaluate(() => {
      const card = document.querySelector('main')?.getBoundingClientRect()
      const parts = [...document.querySelectorAll('main *, footer *')].filter((part) => part.checkVisibility())
      return parts.some((part) => part.getBoundingClientRect().right > (card?.right ?? 0) + 1)
    })
    if (isTooWide || (await measureOverflow(tab)) > 0) tooWide.push(page.page)
  }
  expect(tooWide).toEqual([])
})

test('icons stand in one column, and buttons with and without an icon have the same height', async () => {
  const { tab, show } = await screen({ viewport: { width: 640, height: 480 } })
  await show(pageStates['signin-forms'] ?? { page: 'error', props: { error: '', signinUrl: '/', home: '/' } })
  const boxes = await tab.evaluate(() => ({
    icons: [...document.querySelectorAll('.icon')].map((icon) => Math.round(icon.getBoundingClientRect().left)),
    heights: [...document.querySelectorAll('button')].map((button) =>
      Math.round(button.getBoundingClientRect().height),
    ),
  }))
  expect(boxes.icons).toHaveLength(4)
  expect(new Set(boxes.icons).size).toBe(1)
  expect(new Set(boxes.heights)).toEqual(new Set([46]))
})

test('the keyboard reaches every control, and its focus is visible', async () => {
  const { tab, show } = await screen()
  for (const [name, page] of Object.entries(pageStates)) {
    if (page.page === 'repost') continue
    await show(page)
    const reachable = await tab.evaluate(
      () =>
        [...document.querySelectorAll('a[href], button:enabled, input:not([type=hidden]), summary')].filter((control) =>
          control.checkVisibility(),
        ).length,
    )
    // A page may focus a field at once. The first Tab has to reach the first control.
    await tab.waitForFunction(() => document.querySelector('[autofocus]:not(:focus)') === null)
    await tab.evaluate(() => {
      const start = document.createElement('div')
      start.tabIndex = -1
      document.body.prepend(start)
      start.focus()
      start.remove()
    })
    const visited = new Set<string>()
    for (let step = 0; step < reachable; step += 1) {
      await tab.keyboard.press('Tab')
      const focused = await tab.evaluate(() => {
        const element = document.activeElement
        if (element === null || element === document.body) return null
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const all = [...document.querySelectorAll('*')]
        return { position: String(all.indexOf(element)), isVisible: outlineStyle !== 'none' && outlineWidth !== '0px' }
      })
      expect({ name, step, isVisible: focused?.isVisible }).toEqual({ name, step, isVisible: true })
      visited.add(focused?.position ?? '')
    }
    expect({ name, visited: visited.size }).toEqual({ name, visited: reachable })
  }
})

test('the card grows on 1440p and 4K screens only', async () => {
  const widths = []
  for (const width of [1280, 2560, 3840]) {
    const { tab, show } = await screen({ viewport: { width, height: 900 } })
    await show({ page: 'signout', props: { action: '/auth/signout', callbackUrl: '/', user: 'Ann', home: '/' } })
    widths.push(await tab.locator('main').evaluate((card) => card.getBoundingClientRect().width))
  }
  expect(widths).toEqual([416, 520, 624])
})

test('targets have the minimum size (WCAG 2.2, 2.5.8)', async () => {
  const { tab, show } = await screen({ viewport: { width: 320, height: 568 } })
  for (const page of Object.values(pageStates)) {
    if (page.page === 'repost') continue
    await show(page)
    await expandAll(tab)
    const small = await tab.evaluate(() =>
      [...document.querySelectorAll('button, .button, summary, input:not([type=hidden]), nav a')]
        .filter((target) => target.checkVisibility())
        .map((target) => ({ html: target.outerHTML.slice(0, 120), box: target.getBoundingClientRect() }))
        .filter(({ html, box }) => box.height < (html.includes('checkbox') ? 20 : 24) || box.width < 20)
        .map(({ html }) => html),
    )
    expect(small).toEqual([])
  }
})
