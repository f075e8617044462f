import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setScreen } from './screen.ts'
import { states } from './states.ts'

const screen = setScreen()
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe finds, in words. Its source is evaluated, and not added to the page, whose policy would not let it in. */
const findBarriers = async (tab: Tab): Promise<string[]> => {
  await tab.evaluate(axe)
  // All rules run; what they found in order is not described, which would take most of the time.
  const violations = await tab.evaluate<readonly Violation[]>(
    `axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** How far the content reaches beyond the window, in pixels. */
const measureOverflow = (tab: Tab): Promise<number> =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Everything in the page that can be folded out. */
const openAll = (tab: Tab): Promise<void> =>
  tab.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)))

const looks = [
  // 320 × 256 is what 1280 × 1024 leaves at 400 % (WCAG 2.2, 1.4.10).
  { name: 'at 400 %', lang: 'de', theme: {}, options: { viewport: { width: 320, height: 256 } } },
  {
    name: 'on a desk, in the dark',
    lang: 'en',
    theme: {},
    options: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  },
  {
    name: 'on a wall, from right to left',
    lang: 'ar',
    theme: {},
    options: { viewport: { width: 3840, height: 2160 } },
  },
  { name: 'in Japanese on a phone', lang: 'ja', theme: {}, options: { viewport: { width: 390, height: 844 } } },
  {
    name: 'in the colours of a brand',
    lang: 'pl',
    theme: { brandColor: '#ffd400', colorScheme: 'light' },
    options: { viewport: { width: 640, height: 480 } },
  },
  {
    name: 'in a brand that a browser has to work out',
    lang: 'fr',
    theme: { brandColor: 'hsl(160 90% 40%)', colorScheme: 'dark' },
    options: { viewport: { width: 640, height: 480 } },
  },
] as const

describe.each(looks)('$name', ({ lang, theme, options }) => {
  test('no page in any state has a barrier, scrolls sideways or complains', async () => {
    const { tab, noticed, asked, show } = await screen(options)
    const found: Record<string, unknown> = {}
    for (const [name, page] of Object.entries(states)) {
      await show(page, { lang, theme })
      // The page that sends itself on is gone at once.
      if (name === 'repost') continue
      await openAll(tab)
      const barriers = await findBarriers(tab)
      const overflow = await measureOverflow(tab)
      if (barriers.length > 0 || overflow > 0) found[name] = { barriers, overflow }
      // Autofill asks for a challenge of its own: it is part of the ceremony and not of the page.
      const loaded = asked.filter((one) => !one.includes('/webauthn-options/'))
      expect({ name, loaded: loaded.length }).toEqual({ name, loaded: 1 })
    }
    expect(found).toEqual({})
    expect(noticed).toEqual([])
  })
})

test('with forced colours every button, field and card still has an edge', async () => {
  const { tab, show } = await screen({ forcedColors: 'active' })
  for (const page of Object.values(states)) {
    if (page.page === 'repost') continue
    await show(page)
    await openAll(tab)
    const edgeless = await tab.evaluate(() =>
      [...document.querySelectorAll('main, button, .button, input:not([type=hidden], [type=checkbox])')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
          return borderTopWidth === '0px' || borderTopStyle === 'none' || borderTopColor === backgroundColor
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    expect({ page: page.page, edgeless }).toEqual({ page: page.page, edgeless: [] })
  }
})

test('every page can be walked through by keyboard, and where one is can be seen', async () => {
  const { tab, show } = await screen()
  for (const [name, page] of Object.entries(states)) {
    if (page.page === 'repost') continue
    await show(page)
    const reachable = await tab.evaluate(
      () =>
        [...document.querySelectorAll('a[href], button, input:not([type=hidden]), summary')].filter((one) =>
          one.checkVisibility(),
        ).length,
    )
    const visited = new Set<string>()
    for (let step = 0; step < reachable; step += 1) {
      await tab.keyboard.press('Tab')
      const here = await tab.evaluate(() => {
        const at = document.activeElement
        if (at === null || at === document.body) return null
        const { outlineStyle, outlineWidth } = getComputedStyle(at)
        const all = [...document.querySelectorAll('*')]
        return { place: String(all.indexOf(at)), isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' }
      })
      expect({ name, step, isSeen: here?.isSeen }).toEqual({ name, step, isSeen: true })
      visited.add(here?.place ?? '')
    }
    expect({ name, visited: visited.size }).toEqual({ name, visited: reachable })
  }
})

test('on a wall the card grows with the screen, and on a desk it does not', async () => {
  const widths = []
  for (const width of [1280, 2560, 3840]) {
    const { tab, show } = await screen({ viewport: { width, height: 900 } })
    await show({ page: 'signout', props: { action: '/auth/signout', callbackUrl: '/' } })
    widths.push(await tab.locator('main').evaluate((card) => card.getBoundingClientRect().width))
  }
  expect(widths).toEqual([416, 520, 624])
})

test('targets are large enough to be hit (WCAG 2.2, 2.5.8)', async () => {
  const { tab, show } = await screen({ viewport: { width: 320, height: 568 } })
  for (const page of Object.values(states)) {
    if (page.page === 'repost') continue
    await show(page)
    await openAll(tab)
    const small = await tab.evaluate(() =>
      [...document.querySelectorAll('button, .button, summary, input:not([type=hidden]), nav a')]
        .filter((one) => one.checkVisibility())
        .map((one) => ({ html: one.outerHTML.slice(0, 120), box: one.getBoundingClientRect() }))
        .filter(({ html, box }) => box.height < (html.includes('checkbox') ? 20 : 24) || box.width < 20)
        .map(({ html }) => html),
    )
    expect(small).toEqual([])
  }
})
