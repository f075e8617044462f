import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, BrowserContextOptions, Page as Tab } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { renderPage } from './render-any-page.ts'
import type { Page } from '../../src/types/page-props.ts'
import type { PageComponents } from '../../src/types/page-components.ts'
import type { Theme } from '../../src/types/config-options.ts'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import { findBrandIcon } from './brand-icons.ts'
import { NOW } from './page-states.ts'

export const PAGE_ORIGIN = 'https://app.example.com'

/** The language and the theme of a page. */
export interface ShowOptions {
  readonly lang?: string
  readonly theme?: Theme
  readonly components?: Partial<PageComponents>
}

/** A browser tab that shows pages with their response headers. */
export interface PageScreen {
  readonly tab: Tab
  /** Console errors, console warnings, uncaught errors and dialogs. */
  readonly problems: string[]
  /** The method and the address of each request since the last `show`. */
  readonly requests: string[]
  readonly show: (page: Page, options?: ShowOptions) => Promise<void>
}

const LOCALES = { catalog: builtInCatalog, page: '/auth/page?lang=' }

const render = async (page: Page, { lang = 'en', theme = {}, components = {} }: ShowOptions) => {
  const messages = await builtInCatalog.load(lang)
  const options = { theme, components, messages, nonce: 'bm9uY2U', now: NOW, locales: LOCALES }
  return renderPage(page, { ...options, findIcon: findBrandIcon })
}

const makeScreen = async (browser: Browser, options: BrowserContextOptions): Promise<PageScreen> => {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(10_000)
  const tab = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  let current: Awaited<ReturnType<typeof render>> | undefined
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  tab.on('pageerror', (error) => problems.push(error.message))
  tab.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route('**/*', async (route) => {
    const request = route.request()
    requests.push(`${request.method()} ${request.url()}`)
    const isPage = request.url() === `${PAGE_ORIGIN}/auth/page` && current !== undefined
    await route.fulfill(
      isPage ? { body: current?.html ?? '', headers: current?.headers ?? {} } : { body: 'another page' },
    )
  })
  const show = async (page: Page, showOptions: ShowOptions = {}): Promise<void> => {
    current = await render(page, showOptions)
    requests.length = 0
    await tab.goto(`${PAGE_ORIGIN}/auth/page`)
  }
  return { tab, problems, requests, show }
}

/** Starts a browser for the tests of a file. Without a browser the tests are skipped with a reason, and fail in CI. */
export const setUpPageScreen = (): ((options?: BrowserContextOptions) => Promise<PageScreen>) => {
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
