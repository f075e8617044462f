import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeDataDirectory, startDemo } from './demo.ts'
import type { Demo } from './demo.ts'

/** How long a person waits for one thing, in milliseconds: a story that breaks says so soon. */
const PATIENCE = 45_000

/** What a story plays on: the running demo, and people's browsers. */
export interface Stage {
  demo(): Demo
  /** A person's own browser with one page: nothing is shared with another person's. */
  visit(options?: BrowserContextOptions): Promise<Page>
  /** Stops the demo and starts it again with the same data on the same port. */
  restart(): Promise<void>
}

/**
 * Sets the stage for the stories of a file. Where no browser runs they are skipped, with the reason; under CI they fail.
 */
export const setStage = (): Stage => {
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
    context.setDefaultTimeout(PATIENCE)
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
