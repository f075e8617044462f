import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, BrowserContextOptions, Page as Tab } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { renderPage } from '../../src/pages/render.ts'
import type { Page } from '../../src/types/page-props.ts'
import type { Theme } from '../../src/types/config-options.ts'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import { NOW } from './states.ts'

export const SITE = 'https://app.example.com'

/** How a page is shown. */
export interface Showing {
  readonly lang?: string
  readonly theme?: Theme
}

/** A tab that shows pages as a server would have sent them, headers included, and everything it complained of. */
export interface Screen {
  readonly tab: Tab
  readonly noticed: string[]
  readonly asked: string[]
  readonly show: (page: Page, showing?: Showing) => Promise<void>
}

const languagesOf = (lang: string) => ({
  current: builtInCatalog.nameOf(lang),
  others: builtInCatalog.offered
    .filter((tag) => tag !== lang)
    .map((tag) => ({ lang: tag, name: builtInCatalog.nameOf(tag), href: `/auth/page?lang=${tag}` })),
})

const render = async (page: Page, { lang = 'en', theme = {} }: Showing) => {
  const messages = await builtInCatalog.load(lang)
  return renderPage(page, { theme, messages, nonce: 'bm9uY2U', now: NOW, locales: languagesOf(lang) })
}

const makeScreen = async (browser: Browser, options: BrowserContextOptions): Promise<Screen> => {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(10_000)
  const tab = await context.newPage()
  const noticed: string[] = []
  const asked: string[] = []
  let current: Awaited<ReturnType<typeof render>> | undefined
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noticed.push(message.text())
  })
  tab.on('pageerror', (error) => noticed.push(error.message))
  tab.on('dialog', (dialog) => {
    noticed.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route('**/*', async (route) => {
    const request = route.request()
    asked.push(`${request.method()} ${request.url()}`)
    const isPage = request.url() === `${SITE}/auth/page` && current !== undefined
    await route.fulfill(isPage ? { body: current?.html ?? '', headers: current?.headers ?? {} } : { body: 'elsewhere' })
  })
  const show = async (page: Page, showing: Showing = {}): Promise<void> => {
    current = await render(page, showing)
    asked.length = 0
    await tab.goto(`${SITE}/auth/page`)
  }
  return { tab, noticed, asked, show }
}

/** A browser for the stories of a file. Where none runs they are skipped, with the reason; under CI they fail. */
export const setScreen = (): ((options?: BrowserContextOptions) => Promise<Screen>) => {
  let browser: Browser | null = null
  let reason = ''
  beforeAll(async () => {
    const launched = await launchBrowser()
    browser = launched.browser
    if (launched.browser !== null) return
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
  })
  beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(() => browser?.close())
  return (options = {}) => {
    if (browser === null) throw new Error('There is no browser.')
    return makeScreen(browser, options)
  }
}
