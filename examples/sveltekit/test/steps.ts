import { linksOf } from '@authwright/testing/mailbox'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/*
 * What a person does on the demo, in the person's words. Each step waits for what it leads to.
 */

/** At the OpenID Provider: be this person. */
export const choosePerson = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click()
}

/** At the OpenID Provider: do not agree. */
export const deny = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Deny' }).click()
}

/** On a page with the three doors: go to the OpenID Provider. */
export const goToProvider = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continue with Demo OpenID' }).click()
  await page.getByRole('heading', { name: 'Sign in to the Authwright demo' }).waitFor()
}

/** On a page with the three doors: enter with a password. */
export const enterPassword = async (page: Page, email: string, password: string): Promise<void> => {
  const door = page.getByRole('region', { name: 'Password' })
  await door.getByLabel('E-mail').fill(email)
  await door.getByLabel('Password', { exact: true }).fill(password)
  await door.getByRole('button', { name: 'Sign in' }).click()
}

/** On a page with the three doors: ask for a link by mail. */
export const askForLink = async (page: Page, email: string): Promise<void> => {
  const door = page.getByRole('region', { name: 'Magic link' })
  await door.getByLabel('E-mail').fill(email)
  await door.getByRole('button', { name: 'Send me a link' }).click()
}

/** In the mailbox: click the button in the newest mail; the answer is the tab it opens. */
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

/** The link in the newest mail to an address, to be opened elsewhere. */
export const readLink = async (mailbox: string, email: string): Promise<string> => {
  const mail = await newestMail(mailbox, email)
  const link = mail && linksOf(mail)[0]
  if (link === undefined) throw new Error(`There is no mail with a link to ${email}.`)
  return link
}

/** The code in the newest mail to an address. */
export const readCode = async (mailbox: string, email: string): Promise<string> => {
  const mail = await newestMail(mailbox, email)
  const [code] = /\b[A-Z]{4}-[A-Z]{4}\b/.exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error(`There is no mail with a code to ${email}.`)
  return code
}

/** On the page that waits for a mail: type its code in. */
export const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Enters a new display name on the front page and saves it. */
export const rename = async (page: Page, name: string): Promise<void> => {
  const save = page.getByRole('button', { name: 'Save' })
  // What is typed before the page has come alive is not its business yet; the button is there for that.
  await save.click({ trial: true })
  await page.getByLabel('Display name').fill(name)
  await save.click()
}

/** The front page shows this person's pass. */
export const expectSignedIn = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: `${name} is signed in.` }).waitFor()
}

/** The front page says that nobody is signed in. */
export const expectSignedOut = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Nobody is signed in.' }).waitFor()
}

/** What the server says of this browser's session. */
export const askSession = async (page: Page): Promise<{ user?: unknown } | null> =>
  (await page.request.get('/auth/session')).json()

/** Who is signed in, as the server says. */
export const askUser = async (page: Page): Promise<unknown> => (await askSession(page))?.user

/** The address below the site's origin. */
export const place = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Asserts where the page is, once it is there. */
export const expectPlace = async (page: Page, path: string): Promise<void> => {
  await page.waitForURL((url) => url.pathname === path)
  expect(new URL(page.url()).pathname).toBe(path)
}
