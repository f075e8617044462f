import type { Page as Tab } from 'playwright-core'
import { expect, test } from 'vitest'
import { html } from '../../src/pages.ts'
import { setUpPageScreen } from './page-screen.ts'
import { pageStates } from './page-states.ts'
import type { PageButton } from '../../src/types/page-components.ts'
import type { Page } from '../../src/types/page-props.ts'

const screen = setUpPageScreen()

const state = (name: string): Page => {
  const page = pageStates[name]
  if (page === undefined) throw new Error(`There is no state ${name}.`)
  return page
}

/** The box of the first match, from the start of the document: a click may scroll. */
const boxOf = (tab: Tab, selector: string) =>
  tab
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
      return { left, right, top: top + scrollY, bottom: bottom + scrollY, width, height }
    })

test('three providers, e-mail, password and passkeys fit on a phone', async () => {
  const { tab, show } = await screen({ viewport: { width: 400, height: 720 } })
  for (const lang of ['en', 'de', 'ja', 'ar']) {
    await show(state('signin'), { lang, theme: { name: 'Acme', terms: '/terms', privacy: '/privacy' } })
    expect(await tab.evaluate(() => document.documentElement.scrollHeight)).toBe(720)
  }
})

test('a page has one filled button, unless it has buttons of providers only', async () => {
  const { tab, show } = await screen()
  const counts = new Map<string, number>()
  for (const [name, page] of Object.entries(pageStates)) {
    if (page.page !== 'signin') continue
    await show(page)
    const filled = await tab.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('button'))
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return [...document.querySelectorAll('button, .button')].filter(
        (button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === backgroundColor,
      ).length
    })
    counts.set(name, filled)
  }
  const others = [...counts].filter(([, filled]) => filled !== 1)
  expect(others).toEqual([
    ['start-provider', 0],
    ['signin-required', 0],
    ['signin-some', 0],
    ['signin-none', 0],
  ])
})

test('the list of languages opens over the page and moves nothing', async () => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 1280, height: 900 },
  ]) {
    const { tab, show } = await screen({ viewport })
    for (const lang of ['en', 'ar']) {
      await show(state('signin'), { lang })
      const before = [await boxOf(tab, 'main'), await boxOf(tab, 'summary')]
      await tab.locator('nav summary').click()
      expect([await boxOf(tab, 'main'), await boxOf(tab, 'summary')]).toEqual(before)
      const list = await boxOf(tab, 'nav ul')
      expect([list.left >= 0, list.right <= viewport.width, list.height > 100]).toEqual([true, true, true])
    }
  }
})

test('the badge "Last used" stands on the edge of the button and does not widen it', async () => {
  const { tab, show } = await screen({ viewport: { width: 320, height: 568 } })
  for (const lang of ['en', 'de', 'ar', 'ja']) {
    await show(state('signin'), { lang })
    const before = await boxOf(tab, 'li button')
    await show(state('signin-provider-error'), { lang })
    const [button, badge] = [await boxOf(tab, '#last-used'), await boxOf(tab, '.badge')]
    expect([button.width, button.height]).toEqual([before.width, before.height])
    expect(badge.top < button.top && badge.bottom > button.top).toBe(true)
    expect(badge.left > button.left && badge.right < button.right).toBe(true)
  }
})

test('icons and labels of the buttons are aligned', async () => {
  const { tab, show } = await screen({ viewport: { width: 640, height: 480 } })
  for (const [name, count] of [
    ['signin', 3],
    ['signin-last-used', 3],
    ['signin-methods', 2],
    ['signin-some', 10],
  ] as const) {
    await show(state(name))
    const offsets = await tab.evaluate(() =>
      [...document.querySelectorAll('.method')].map((button) => {
        const [box, icon, label] = [button, ...button.querySelectorAll(':scope > span')].map((part) =>
          part.getBoundingClientRect(),
        )
        if (box === undefined || icon === undefined || label === undefined) return 'incomplete'
        const middle = (rect: DOMRect): number => Math.round((rect.top + rect.bottom) / 2)
        const isCentered = Math.abs(middle(icon) - middle(box)) <= 1 && Math.abs(middle(label) - middle(box)) <= 1
        return `${Math.round(icon.left - box.left)} ${Math.round(label.left - box.left)} ${isCentered}`
      }),
    )
    expect({ name, offsets: new Set(offsets), count: offsets.length }).toEqual({
      name,
      offsets: new Set(['9 51 true']),
      count,
    })
  }
})

test('the parts of an application cannot run a script, and do not change the forms', async () => {
  const { tab, problems, requests, show } = await screen()
  const script = `document.title = 'changed'`
  const components = {
    header: () =>
      html`<script>
          document.title = 'changed'
        </script>
        <p onclick="${script}">Acme</p>`,
    button: ({ label }: PageButton) => html`<b>${label}</b> <i>→</i>`,
  }
  await show(state('signin'), { components })
  await tab.getByText('Acme', { exact: true }).click()
  expect(await tab.title()).toBe('Sign in')
  expect(problems.join()).toMatch(/content security policy/i)
  await tab.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await tab.waitForURL('**/auth/signin/github')
  expect(requests.at(-1)).toMatch(/^POST .*\/auth\/signin\/github$/)
})
