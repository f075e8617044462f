import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** The path and arguments of a Chromium, or the reason why there is none. */
export type FoundChromium =
  | { readonly executablePath: string; readonly args: readonly string[]; readonly reason?: undefined }
  | { readonly executablePath: null; readonly reason: string }

/** A running browser, or the reason why there is none. */
export type LaunchedBrowser =
  | { readonly browser: Browser; readonly reason?: undefined }
  | { readonly browser: null; readonly reason: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium's sandbox does not run as root. */
const args = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet)

const installed = (): string | undefined => {
  const named = process.env['CHROME_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return (named ? [named, ...candidates] : candidates).find(canRun)
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

/** The path of the Chromium in the npm package. The first call unpacks it to the temporary folder. */
const packaged = async (): Promise<string> => {
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  return chromium.executablePath()
}

/**
 * Finds a Chromium: the one that `CHROME_PATH` names, one on the `PATH`, or the npm package `@sparticuz/chromium`. The
 * arguments that the package proposes are not used, because they turn the same-origin policy off.
 */
export const findChromium = async (): Promise<FoundChromium> => {
  const path = installed()
  if (path !== undefined) return { executablePath: path, args: args() }
  try {
    return { executablePath: await packaged(), args: args() }
  } catch (error) {
    const names = NAMES.join(', ')
    return {
      executablePath: null,
      reason: `no ${names} on the PATH, and @sparticuz/chromium gave none: ${reasonOf(error)}`,
    }
  }
}

/**
 * Starts a headless browser with `playwright-core`, optionally with more arguments for Chromium.
 *
 * @example
 * const { browser, reason } = await launchBrowser()
 * if (browser === null) console.log(`skipped: ${reason}`)
 * else await browser.close()
 */
export const launchBrowser = async (more: readonly string[] = []): Promise<LaunchedBrowser> => {
  const found = await findChromium()
  if (found.executablePath === null) return { browser: null, reason: found.reason }
  try {
    const { chromium } = await import('playwright-core')
    const options = { executablePath: found.executablePath, args: [...found.args, ...more] }
    return { browser: await chromium.launch(options) }
  } catch (error) {
    return { browser: null, reason: `${found.executablePath} does not start: ${reasonOf(error)}` }
  }
}
