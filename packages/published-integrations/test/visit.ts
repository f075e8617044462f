import { openBrowser, type Browser, type Page } from '@authwright/testing'
import type { Application } from './application.ts'

/** A browser at an application, and what the application reported since it was opened. */
export interface Visit {
  readonly app: Application
  readonly browser: Browser
  /** The URL of a route of the library. */
  readonly at: (path: string) => string
  /** The session that clients get. */
  readonly session: () => Promise<unknown>
  /** What the application reported. Of an e-mail it is the address. */
  readonly reports: () => readonly string[]
  /** A URL without the origin of the application, with `/auth` as the base path, and without what is random. */
  readonly short: (url: URL | string | null | undefined) => string | undefined
}

export const visit = (app: Application, browser = openBrowser({ origin: app.origin, handler: app.send })): Visit => {
  const { origin, basePath, services } = app
  const before = services.reports.length
  const at = (path: string): string => `${origin}${basePath}${path}`
  return {
    app,
    browser,
    at,
    session: async () => (await browser.get(at('/session'))).json(),
    reports: () => services.reports.slice(before).map((text) => text.replace(/: http.*/, '')),
    short: (url) =>
      url === null || url === undefined
        ? undefined
        : new URL(url, origin).href
            .replace(origin, '')
            .replace(basePath, '/auth')
            .replace(/reference=\w+/, 'reference=…'),
  }
}

/** The form that asks for a field. */
export const withField = (name: string) => ({ form: (form: Page['forms'][number]) => name in form.fields })

/** Whether the form asks for the address or user name first, and the methods follow on the next page. */
const isFirstStep = ({ action }: Page['forms'][number]): boolean => action.pathname.endsWith('/signin')

/** Opens the sign-in page, and passes its first step if it has one. */
const openSignIn = async ({ browser, at }: Visit, identifier: string): Promise<void> => {
  const { forms } = await browser.get(at('/signin?callbackUrl=/there'))
  if (forms.some(isFirstStep)) await browser.submit({ email: identifier }, { form: isFirstStep, redirect: 'follow' })
}

export const signInWithPassword = async (visited: Visit, username = 'ann', password = 'right'): Promise<Page> => {
  const { browser } = visited
  await openSignIn(visited, username)
  return browser.submit({ username, password }, withField('password'))
}

/** Signs in at the emulator by pressing one of its buttons: a user, or the denial. */
export const signInWithGoogle = async ({ browser, at }: Visit, button: string): Promise<Page> => {
  await browser.get(at('/signin?callbackUrl=/there'))
  await browser.submit({}, { press: 'Google', redirect: 'follow' })
  await browser.submit({}, { press: button })
  return browser.follow()
}

/** Requests an e-mail. Returns the page that follows and the link in the e-mail. */
export const requestMail = async (
  visited: Visit,
  email: string,
): Promise<{ readonly page: Page; readonly link: string }> => {
  const { app, browser } = visited
  await openSignIn(visited, email)
  const page = await browser.submit({ email }, withField('email'))
  return { page, link: app.services.reports.at(-1)?.replace(/^.*?: /, '') ?? '' }
}

/** Calls a route as the clients of Auth.js do. */
export const callAsClient = async (
  { browser, at, short }: Visit,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly url: string | undefined }> => {
  const { csrfToken } = (await browser.get(at('/csrf'))).json() as { readonly csrfToken: string }
  const page = await browser.post(
    at(path),
    { callbackUrl: '/there', ...fields, csrfToken },
    { headers: { 'x-auth-return-redirect': '1' } },
  )
  return { status: page.status, url: short((page.json() as { readonly url: string }).url) }
}
