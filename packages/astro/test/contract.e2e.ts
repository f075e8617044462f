import { join } from 'node:path'
import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { openBrowser } from '@authwright/testing'
import {
  browserContract,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { takeScreenshot } from '@authwright/test-kit/screenshot'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { install, type Installed } from './installed.ts'
import { astroSubject } from './subject.ts'

let installed: Installed
let chromium: LaunchedBrowser

beforeAll(async () => {
  installed = await install()
  chromium = await launchBrowser()
})

afterAll(async () => {
  await chromium?.browser?.close()
  await installed?.remove()
})

const subject = shareApplication(astroSubject(() => installed.application))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(installed.application, text),
  browserCode: () => readScripts(join(installed.application, 'dist/client')),
})

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})

const open = async (options: ApplicationOptions = {}) => {
  const site = await subject.start(options)
  onTestFinished(async () => void (await site.stop()))
  return { origin: site.origin, browser: openBrowser({ origin: site.origin }) }
}

test('with checkOrigin, a provider may post its form, and no site may post another one', async () => {
  const form = { from: 'https://id.example.com/' }
  const { browser } = await open()
  expect((await browser.post('/auth/callback/password', {}, form)).body).not.toContain('Cross-site')
  expect((await browser.post('/enter', {}, form)).status).toBe(403)
  expect((await browser.post('/login', { json: {} }, form)).status).not.toBe(200)
  const { browser: other } = await open({ mount: '/shop', basePath: '/shop/auth' })
  expect((await other.post('/shop/auth/callback/password', {}, form)).body).toContain('Cross-site')
})

test('the components post below the base of Astro', async () => {
  const { browser } = await open({ mount: '/shop', basePath: '/shop/auth' })
  const page = await browser.get('/shop/components')
  expect(page.forms.map(({ action }) => action.pathname)).toEqual([
    '/shop/auth/signin/password',
    '/shop/auth/signin',
    '/shop/auth/signout',
  ])
  expect(page.forms.map(({ buttons }) => buttons[0]?.text)).toEqual(['With a password', 'Sign in', 'Leave'])
})

test('the types of an application are correct', async () => {
  expect(await installed.checkTypes()).toBe('')
})

test('the example signs in and out in the development server', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const site = await installed.serveExample()
  onTestFinished(() => site.stop())
  const page = await chromium.browser.newPage({ baseURL: site.origin })
  await page.goto('/account')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('analytical')
  await page
    .locator('form', { has: page.getByLabel('Password') })
    .getByRole('button')
    .click()
  await page.getByRole('heading', { name: 'Only for Ada' }).waitFor()
  await takeScreenshot(page, 'astro')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Signed in as Ada').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: /session-token/ }))
})

test('the script of a page reads the session', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const { origin } = await open({ mount: '/shop', basePath: '/shop/auth' })
  const page = await chromium.browser.newPage({ baseURL: origin })
  await page.request.post('/shop/auth/callback/password', {
    headers: { origin },
    form: { username: 'ada', password: 'correct', callbackUrl: '/shop/components' },
  })
  await page.goto('/shop/components')
  await page.waitForFunction("document.title === 'ada'")
  expect(await page.locator('#user').textContent()).toBe('ada')
})

test('a guarded page that another page shows leads back to the address in the browser', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const { origin } = await open()
  const page = await chromium.browser.newPage({ baseURL: origin })
  await page.goto('/rewritten?page=2')
  expect(new URL(page.url()).search).toBe('?callbackUrl=%2Frewritten%3Fpage%3D2')
})
