import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RenderOptions } from '../../src/pages/render.ts'
import { renderPage } from './render-any-page.ts'
import type { Page, PageProvider } from '../../src/types/page-props.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import { brandIcons, findBrandIcon } from './brand-icons.ts'
import { allOf, readPage } from './read-page.ts'
import { pageStates } from './page-states.ts'

const locales = {
  catalog: builtInCatalog,
  page: '/auth/signin?callbackUrl=https%3A%2F%2Fapp.example.com%2Fa%2Fplace&lang=',
}
const options: RenderOptions = {
  messages: english,
  theme: {
    name: 'Acme',
    brandColor: '#123456',
    brandColorDark: '#a0c0ff',
    background: '#fafafa',
    font: 'Inter, sans-serif',
    radius: 8,
    terms: '/terms',
    privacy: '/privacy',
  },
  nonce: 'bm9uY2UtaXMtbG9uZw',
  findIcon: findBrandIcon,
  locales,
}

const gzippedSize = (page: Page): number => gzipSync(renderPage(page, options).html).length

const providers = (count: number): readonly PageProvider[] =>
  Array.from({ length: count }, (_, i) => {
    const id = [...brandIcons.keys()][i] ?? `provider-${i}`
    return { id, name: `Provider ${i}`, kind: 'redirect', action: `/auth/signin/${id}` }
  })

const signin = (shown: readonly PageProvider[]): Page => ({
  page: 'signin',
  props: {
    providers: shown,
    csrfToken: 'x'.repeat(64),
    callbackUrl: 'https://app.example.com/a/place',
    otherModeUrl:
      'https://app.example.com/auth/signin?mode=signup&callbackUrl=https%3A%2F%2Fapp.example.com%2Fa%2Fplace',
  },
})

test('a sign-in page with three providers is under 7 KB with gzip, and under 12 KB with all forms', () => {
  expect(pageStates['signin'] && gzippedSize(pageStates['signin'])).toBeLessThan(12 * 1024)
  expect(gzippedSize(signin(providers(3)))).toBeLessThan(7 * 1024)
})

test('every page is under 12 KB with gzip, except for a page with thirty icons', () => {
  const large = Object.entries(pageStates).filter(([, page]) => gzippedSize(page) >= 12 * 1024)
  expect(large.map(([name]) => name).filter((name) => !name.endsWith('-many'))).toEqual([])
})

test('a page contains only the icons of its providers', () => {
  const paths = (shown: readonly PageProvider[]): readonly (string | undefined)[] =>
    allOf(readPage(renderPage(signin(shown), { ...options, theme: {} }).html), 'button')
      .flatMap((button) => allOf(button, 'path'))
      .map(({ attributes }) => attributes.get('d'))
  const shown = [...brandIcons.values()].slice(0, 2)
  const expected = shown.flatMap(({ path }) => (typeof path === 'string' ? [path] : path.map(([, part]) => part)))
  expect(paths(providers(2))).toEqual(expected)
  expect(paths([{ id: 'unknown', name: 'N', kind: 'redirect', action: '/' }])).toEqual([])
})

/** The average time of 20 renderings in microseconds. */
const measureTime = (page: Page): number => {
  const start = performance.now()
  for (let i = 0; i < 20; i += 1) renderPage(page, options)
  return ((performance.now() - start) / 20) * 1000
}

/** The shortest time of each page. Runs alternate between the pages, so that other load affects both. */
const shortestTimes = (pages: readonly Page[]): readonly number[] => {
  let least = pages.map(() => Infinity)
  for (let run = 0; run < 600; run += 1)
    least = pages.map((page, i) => Math.min(least[i] ?? Infinity, measureTime(page)))
  return least
}

test('rendering 100 providers takes at most 50 microseconds more than rendering one', () => {
  const one = signin(providers(1))
  const hundred = signin(providers(100))
  const [timeOfOne = Number.NaN, timeOfHundred = Number.NaN] = shortestTimes([one, hundred])
  expect(timeOfHundred - timeOfOne).toBeLessThan(50)
})
