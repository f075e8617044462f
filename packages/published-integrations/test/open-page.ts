import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** Starts Chromium for the tests of a block. Without one, they are skipped with the reason. */
export const withChromium = () => {
  let chromium: LaunchedBrowser
  beforeAll(async () => {
    chromium = await launchBrowser()
    if (chromium.browser === null && process.env['CI'] === 'true') throw new Error(`No browser: ${chromium.reason}`)
  })
  beforeEach((context) => context.skip(chromium.browser === null, `no browser: ${chromium.reason}`))
  afterEach(async () => {
    for (const context of chromium.browser?.contexts() ?? []) await context.close()
  })
  afterAll(() => chromium?.browser?.close())
  return {
    /** Opens a page of its own context. */
    openPage: async (origin: string, options: BrowserContextOptions = {}): Promise<Page> => {
      if (chromium.browser === null) throw new Error('There is no browser.')
      const context = await chromium.browser.newContext({ baseURL: origin, ...options })
      context.setDefaultTimeout(45_000)
      return context.newPage()
    },
  }
}
