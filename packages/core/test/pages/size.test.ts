import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { icons } from '../../src/pages/icons/icon-data.ts'
import { renderPage } from '../../src/pages/render.ts'
import type { RenderOptions } from '../../src/pages/render.ts'
import type { Page, PageProvider } from '../../src/types/page-props.ts'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import { allOf, readPage } from './read-page.ts'
import { states } from './states.ts'

const languages = {
  current: 'English',
  others: builtInCatalog.offered.slice(1).map((lang) => ({
    lang,
    name: builtInCatalog.nameOf(lang),
    href: `/auth/signin?callbackUrl=https%3A%2F%2Fapp.example.com%2Fa%2Fplace&lang=${lang}`,
  })),
}
const look: RenderOptions = {
  theme: { brandColor: '#123456', buttonText: '#fff' },
  nonce: 'bm9uY2UtaXMtbG9uZw',
  locales: languages,
}

const zipped = (page: Page): number => gzipSync(renderPage(page, look).html).length

const providers = (count: number): readonly PageProvider[] =>
  Array.from({ length: count }, (_, i) => {
    const id = [...icons.keys()][i] ?? `provider-${i}`
    return { id, name: `Provider ${i}`, kind: 'redirect', action: `/auth/signin/${id}` }
  })

const signin = (shown: readonly PageProvider[]): Page => ({
  page: 'signin',
  props: { providers: shown, csrfToken: 'x'.repeat(64), callbackUrl: 'https://app.example.com/a/place' },
})

test('a sign-in page with three providers, a mail form, a password form and passkeys is under 12 KB, everything included', () => {
  expect(states['signin'] && zipped(states['signin'])).toBeLessThan(12 * 1024)
  expect(zipped(signin(providers(3)))).toBeLessThan(8 * 1024)
})

test('every page in every state is under 12 KB, but for the one with thirty icons', () => {
  const large = Object.entries(states).filter(([, page]) => zipped(page) >= 12 * 1024)
  expect(large.map(([name]) => name).filter((name) => name !== 'signin-many')).toEqual([])
})

test('a page brings its icons, and only those of the providers it shows', () => {
  const paths = (shown: readonly PageProvider[]): readonly (string | undefined)[] =>
    allOf(readPage(renderPage(signin(shown), { ...look, theme: {} }).html), 'button')
      .flatMap((button) => allOf(button, 'path'))
      .map(({ attributes }) => attributes.get('d'))
  const [first, second] = [...icons.values()]
  expect(paths(providers(2))).toEqual([first?.path, second?.path])
  expect(paths([{ id: 'nobody', name: 'N', kind: 'redirect', action: '/' }])).toEqual([])
})

test('an entry with an id of the owner keeps its icon', () => {
  const [id = '', icon] = [...icons.entries()][0] ?? []
  const page = signin([{ id: 'work', icon: id, name: 'Work', kind: 'redirect', action: '/auth/signin/work' }])
  expect(renderPage(page, look).html).toContain(icon?.path)
})

/** In microseconds, of twenty renderings at once. */
const timeOf = (page: Page): number => {
  const start = performance.now()
  for (let i = 0; i < 20; i += 1) renderPage(page, look)
  return ((performance.now() - start) / 20) * 1000
}

/** The time of the fastest of many runs of each page, in turns: the one that nothing disturbed. */
const fastest = (pages: readonly Page[]): readonly number[] => {
  let least = pages.map(() => Infinity)
  for (let run = 0; run < 600; run += 1) least = pages.map((page, i) => Math.min(least[i] ?? Infinity, timeOf(page)))
  return least
}

test('a hundred providers cost a few microseconds more than one', () => {
  const one = signin(providers(1))
  const hundred = signin(providers(100))
  const [ofOne = Number.NaN, ofHundred = Number.NaN] = fastest([one, hundred])
  expect(ofHundred - ofOne).toBeLessThan(50)
})
