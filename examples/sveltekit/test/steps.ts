import { linksOf } from '@authwright/testing/mailbox'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/*
 * Steps of a user. Each step waits for its result.
 */

/** At the OpenID Provider: choose a user. */
export const chooseUser = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click()
}

/** At the OpenID Provider: deny the request. */
export const deny = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Deny' }).click()
}

/** On a page with the sign-in methods: go to the OpenID Provider. */
export const goToProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continue with Demo OpenID' }).click()
  await page.getByRole('heading', { name: 'Sign in to the Authwright demo' }).waitFor()
}

/** On a page with the sign-in methods: sign in with a password. */
export const enterPassword = async (page: Page, email: string, password: string): Promise<void> => {
  const card = page.getByRole('region', { name: 'Password' })
  await card.getByLabel('Email').fill(email)
  await card.getByLabel('Password', { exact: true }).fill(password)
  await card.getByRole('button', { name: 'Sign in' }).click()
}

/** On a page with the sign-in methods: request a magic link. */
export const requestLink = async (page: Page, email: string): Promise<void> => {
  const card = page.getByRole('region', { name: 'Magic link' })
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Send me a link' }).click()
}

/** In the mailbox: click the link in the newest e-mail. Returns the tab that it opens. */
export const followNewestLink = async (page: Page, mailbox: string): Promise<Page> => {
  await page.goto(mailbox)
  const opened = page.waitForEvent('popup')
  await page.getByRole('article').first().frameLocator('iframe').getByRole('link').first().click()
  const tab = await opened
  await tab.waitForLoadState()
  return tab
}

const newestMail = async (mailbox: string, email: string): Promise<{ text: string; html: string } | undefined> => {
  const mails: { to: string[]; text: string; html: string }[] = await (
    await fetch(new URL('/mails.json', mailbox))
  ).json()
  return mails.findLast(({ to }) => to.includes(email))
}

/** The link in the newest e-mail to an address. */
export const readLink = async (mailbox: string, email: string): Promise<string> => {
  const mail = await newestMail(mailbox, email)
  const link = mail && linksOf(mail)[0]
  if (link === undefined) throw new Error(`There is no mail with a link to ${email}.`)
  return link
}

/** The code in the newest e-mail to an address. */
export const readCode = async (mailbox: string, email: string): Promise<string> => {
  const mail = await newestMail(mailbox, email)
  const [code] = /^[A-Z]{4}-[A-Z]{4}$/m.exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error(`There is no mail with a code to ${email}.`)
  return code
}

/** On the page `/auth/verify-request`: enter the code. The page submits a complete code itself. */
export const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
}

/** On the front page: save a new display name. */
export const rename = async (page: Page, name: string): Promise<void> => {
  const save = page.getByRole('button', { name: 'Save' })
  // The button is enabled after hydration. Text that is entered earlier would be lost.
  await save.click({ trial: true })
  await page.getByLabel('Display name').fill(name)
  await save.click()
}

/** The front page shows this user. */
export const expectSignedIn = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: `${name} is signed in.` }).waitFor()
}

/** The front page shows that the user is signed out. */
export const expectSignedOut = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
}

/** The session of this browser, read from the server. */
export const readSession = async (page: Page): Promise<{ user?: unknown } | null> =>
  (await page.request.get('/auth/session')).json()

/** The user of the session. */
export const readUser = async (page: Page): Promise<unknown> => (await readSession(page))?.user

/** The path and query of the page. */
export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Waits until the page has this path. */
export const expectPath = async (page: Page, path: string): Promise<void> => {
  await page.waitForURL((url) => url.pathname === path)
  expect(new URL(page.url()).pathname).toBe(path)
}
