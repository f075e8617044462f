import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth, defaultRuntime } from '../../src/index.ts'
import { setUpPageScreen } from './page-screen.ts'
import { pageStates } from './page-states.ts'

/*
 * Updates the screenshots of the documentation:
 * `AUTHWRIGHT_SCREENSHOTS=docs/screenshots npx vitest run --project e2e packages/core/test/pages/screenshots.e2e.ts`.
 * Without the variable, the test takes the same screenshots and deletes them. The test of accessibility shows every page.
 */
const target = process.env['AUTHWRIGHT_SCREENSHOTS']
const screen = setUpPageScreen()
let folder = ''

beforeAll(async () => {
  folder =
    target === undefined
      ? await mkdtemp(join(tmpdir(), 'authwright-screenshots-'))
      : join(import.meta.dirname, '../../../..', target)
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  if (target === undefined) await rm(folder, { recursive: true, force: true })
})

const displays = {
  light: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'en' },
  dark: { options: { colorScheme: 'dark', viewport: { width: 640, height: 480 } }, lang: 'en' },
  phone: { options: { colorScheme: 'light', viewport: { width: 320, height: 568 } }, lang: 'de' },
  rtl: { options: { colorScheme: 'light', viewport: { width: 640, height: 480 } }, lang: 'ar' },
  contrast: { options: { colorScheme: 'light', contrast: 'more', viewport: { width: 640, height: 480 } }, lang: 'en' },
  forced: {
    options: { colorScheme: 'dark', forcedColors: 'active', viewport: { width: 640, height: 480 } },
    lang: 'en',
  },
} as const

/** The theme of an application. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#2f5bd0"/><path d="M12 29 20 11l8 18" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
const theme = {
  name: 'Acme',
  logo: `data:image/svg+xml,${encodeURIComponent(LOGO)}`,
  terms: '/terms',
  privacy: '/privacy',
}

/** The states in the documentation. */
const documented = new Set([
  'start-provider',
  'start-signed-in',
  'start-password',
  'signin',
  'signin-last-used',
  'signin-methods',
  'signin-provider-error',
  'signin-wrong-password',
  'signin-signed-in',
  'signin-forms',
  'signin-many',
  'signin-passkey',
  'signup',
  'signup-methods',
  'signout',
  'verify-request-link',
  'verify-request-code',
  'verify-request-wrong',
  'verify-request-too-often',
  'confirm-link',
  'choose-account',
  'choose-account-passkey',
  'change-email',
  'finish-email',
  'undo-email',
  'confirm-browser',
  'passkey',
  'keep-passkey',
  'account',
  'account-email',
  'account-email-refused',
  'account-remove',
  'account-delete',
  'keep-account',
  'error',
])

const shown = Object.entries(pageStates).filter(([name]) => documented.has(name))

test.each(Object.entries(displays))(
  'takes a screenshot of every documented page: %s',
  async (display, { options, lang }) => {
    const { tab, show, problems } = await screen(options)
    expect(shown).toHaveLength(documented.size)
    for (const [name, page] of shown) {
      await show(page, { lang, ...(!name.startsWith('start-') && { theme }) })
      const path = join(folder, `${name}-${display}.png`)
      await tab.screenshot({ path, fullPage: true })
      expect((await stat(path)).size).toBeGreaterThan(3000)
    }
    expect(problems).toEqual([])
  },
)

test('takes a screenshot of what a development server shows without a secret', async () => {
  const { tab, problems } = await screen(displays.light.options)
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const auth = createAuth({ providers: [] }, { ...defaultRuntime, isDevelopment: true, console: silent })
  const response = await auth.handle(new Request('http://localhost:5173/auth/signin'))
  await tab.setContent(await response.text())
  expect(await tab.innerText('main')).toContain('openssl rand -base64 33')
  await tab.screenshot({ path: join(folder, 'error-development-light.png'), fullPage: true })
  expect(problems).toEqual([])
})
