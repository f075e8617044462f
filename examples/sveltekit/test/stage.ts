import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeDataDirectory, startDemo } from './demo.ts'
import type { Demo } from './demo.ts'

/** The timeout of one step in milliseconds. */
const STEP_TIMEOUT = 45_000

/** The running demo and a browser. */
export interface DemoSetup {
  demo(): Demo
  /** Opens a page in a new browser context, which shares nothing with other contexts. */
  visit(options?: BrowserContextOptions): Promise<Page>
  /** Restarts the demo with the same data on the same port. */
  restart(): Promise<void>
}

/** Starts the demo and a browser for the tests of a file. Without a browser the tests are skipped; in CI they fail. */
export const setupDemo = (): DemoSetup => {
  let browser: Browser | null = null
  let reason = ''
  let data: Awaited<ReturnType<typeof makeDataDirectory>> | undefined
  let running: Demo | undefined

  beforeAll(async () => {
    const launched = await launchBrowser()
    browser = launched.browser
    if (launched.browser === null) {
      reason = launched.reason
      if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
      return
    }
    data = await makeDataDirectory()
    running = await startDemo(data.path)
  })
  beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
    await data?.remove()
  })

  const demo = (): Demo => {
    if (running === undefined) throw new Error('The demo is not running.')
    return running
  }
  const visit = async (options: BrowserContextOptions = {}): Promise<Page> => {
    if (browser === null) throw new Error('There is no browser.')
    const context = await browser.newContext({ baseURL: demo().urls.site, ...options })
    context.setDefaultTimeout(STEP_TIMEOUT)
    return context.newPage()
  }
  const restart = async (): Promise<void> => {
    if (data === undefined) throw new Error('The demo has no data.')
    const { port } = new URL(demo().urls.site)
    await demo().stop()
    running = await startDemo(data.path, Number(port))
  }
  return { demo, visit, restart }
}
