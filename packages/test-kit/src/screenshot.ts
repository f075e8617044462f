import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CookieJar } from '@authwright/testing'
import type { Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'

/** The folder of the pictures of the documentation, from the root of the repository. Without the variable none are taken. */
const FOLDER = process.env['AUTHWRIGHT_SCREENSHOTS']

/** Takes the picture of a start page: what its reader sees after the sign-in. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (FOLDER === undefined) return
  const folder = join(import.meta.dirname, '../../..', FOLDER)
  await mkdir(folder, { recursive: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 480, height: 200 })
  await page.screenshot({ path: join(folder, `signed-in-${name}.png`) })
}

/** The same for a test without a browser, with the cookies of its user. */
export const takeScreenshotOf = async (url: string, jar: CookieJar, name: string): Promise<void> => {
  if (FOLDER === undefined) return
  const { browser, reason } = await launchBrowser()
  if (browser === null) throw new Error(`No picture: ${reason}`)
  try {
    const context = await browser.newContext()
    await context.addCookies(jar.list().map((cookie) => ({ name: cookie.name, value: cookie.value, url })))
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    await takeScreenshot(page, name)
  } finally {
    await browser.close()
  }
}
