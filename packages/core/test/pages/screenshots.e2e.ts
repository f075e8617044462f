import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setScreen } from './screen.ts'
import { states } from './states.ts'

/*
 * `AUTHWRIGHT_SCREENSHOTS=docs/screenshots npx vitest run --project e2e packages/core/test/pages/screenshots.e2e.ts` makes
 * the pictures anew. Otherwise they go where nobody keeps them: that they can be made is the test.
 */
const wanted = process.env['AUTHWRIGHT_SCREENSHOTS']
const screen = setScreen()
let folder = ''

beforeAll(async () => {
  folder =
    wanted === undefined
      ? await mkdtemp(join(tmpdir(), 'authwright-screenshots-'))
      : join(import.meta.dirname, '../../../..', wanted)
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  if (wanted === undefined) await rm(folder, { recursive: true, force: true })
})

const looks = {
  light: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'en' },
  dark: { options: { colorScheme: 'dark', viewport: { width: 640, height: 480 } }, lang: 'en' },
  phone: { options: { colorScheme: 'light', viewport: { width: 320, height: 568 } }, lang: 'de' },
  rtl: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'ar' },
} as const

/** The states that the documentation shows; the others are pictured, too, and looked at by nobody but this test. */
const documented = new Set([
  'signin',
  'signin-last-used',
  'signin-error',
  'signin-many',
  'signin-passkey',
  'signout',
  'verify-request-code',
  'confirm-link',
  'change-email',
  'passkey',
  'account',
  'error',
])

const shown = Object.entries(states).filter(([name]) =>
  wanted === undefined ? name !== 'repost' : documented.has(name),
)

test.each(Object.entries(looks))('every page can be pictured: %s', async (look, { options, lang }) => {
  const { tab, show, noticed } = await screen(options)
  for (const [name, page] of shown) {
    await show(page, { lang })
    const path = join(folder, `${name}-${look}.png`)
    await tab.screenshot({ path, fullPage: true })
    expect((await stat(path)).size).toBeGreaterThan(3000)
  }
  expect(noticed).toEqual([])
})
