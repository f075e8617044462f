import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launchBrowser, type LaunchedBrowser } from './chromium.ts'

/**
 * Starts Chromium before the tests of a block, and closes it after them. Skips the tests with the reason if there is none. Returns what
 * opens a page in a browser context of its own.
 *
 * @example
 * browserContract({ subject, test, openPage: withChromium() })
 */
export const withChromium = (): (() => Promise<Page>) => {
  let launched: LaunchedBrowser | undefined
  beforeAll(async () => {
    launched = await launchBrowser()
  })
  beforeEach(({ skip }) => skip(launched?.browser === null, launched?.reason ?? ''))
  afterAll(async () => launched?.browser?.close())
  return async () => {
    const context = await launched?.browser?.newContext()
    if (context === undefined) throw new Error('Chromium does not run')
    context.setDefaultTimeout(45_000)
    return context.newPage()
  }
}

/** Like `openPage`, for applications without a framework in the browser: their page `/client` gets its script. */
export const withClientScript = (openPage: () => Promise<Page>): (() => Promise<Page>) => {
  const bundled = build({
    entryPoints: [join(import.meta.dirname, 'client-page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['authwright-source'],
  })
  return async () => {
    const body = (await bundled).outputFiles[0]?.text ?? ''
    const page = await openPage()
    await page.context().route('**/client.js', (route) => route.fulfill({ body, contentType: 'text/javascript' }))
    return page
  }
}
