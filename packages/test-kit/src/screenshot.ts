import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CookieJar } from '@authwright/testing'
import type { Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'

/*
 * Updates the pictures at the end of the start pages, in the tests that sign in to the applications of these pages:
 * `AUTHWRIGHT_SCREENSHOTS=docs/screenshots npx vitest run --project e2e packages/next/test/example.e2e.ts`.
 * Without the variable, no picture is taken.
 */
const target = process.env['AUTHWRIGHT_SCREENSHOTS']

/** Takes the picture `signed-in-<name>.png` of a page of an application, to which a user has signed in. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (target === undefined) return
  const folder = join(import.meta.dirname, '../../..', target)
  await mkdir(folder, { recursive: true })
  await page.emulateMedia({ colorScheme: 'light' })
  // The window stays as high as it is: development servers show their tools at its bottom.
  const clip = { x: 0, y: 0, width: 480, height: 120 }
  await page.screenshot({ path: join(folder, `signed-in-${name}.png`), clip })
}

/** Takes this picture in Chromium with the cookies of a test that does not use Chromium. */
export const takeScreenshotOf = async (url: string, jar: CookieJar, name: string): Promise<void> => {
  if (target === undefined) return
  const { browser, reason } = await launchBrowser()
  if (browser === null) throw new Error(`There is no picture of ${name}: ${reason}`)
  try {
    const visitor = await browser.newContext()
    await visitor.addCookies(jar.list().map((cookie) => ({ name: cookie.name, value: cookie.value, url })))
    const page = await visitor.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    await takeScreenshot(page, name)
  } finally {
    await browser.close()
  }
}
