import type { Browser } from '@gatehouse/testing'
import { expect } from 'vitest'
import type { Person, Site } from './crash-site.ts'

/** A flow that is about to be interrupted. */
interface Begun {
  /** The request that does not come to its end. */
  readonly go: () => Promise<unknown>
  /** What the same person does then, and what has to be true. */
  readonly comeBack: () => Promise<void>
}

/** Something that people do. */
export interface CrashFlow {
  readonly name: string
  readonly path: string
  /** What it calls of the database, in order; after each the process is killed. */
  readonly calls: readonly string[]
  readonly begin: (site: Site, person: Person) => Promise<Begun>
}

const COOKIE = 'gatehouse.session-token'

const sessionOf = async (browser: Browser): Promise<unknown> => (await browser.get('/auth/session')).json()

const expectIn = async (browser: Browser, email: string): Promise<void> =>
  expect(await sessionOf(browser)).toMatchObject({ user: { email } })

const expectOut = async (browser: Browser): Promise<void> => expect(await sessionOf(browser)).toBeNull()

const askProvider = (browser: Browser) => browser.post('/auth/signin/local', {}, { redirect: 'follow' })

const pressName = (browser: Browser, { name }: Person) => browser.submit({}, { press: name, redirect: 'follow' })

const askForLink = async ({ tell }: Site, browser: Browser, email: string): Promise<string> => {
  await browser.post('/auth/signin/mail', { email })
  return (await tell({ does: 'report' })).link
}

const enterByMail = async (site: Site, email: string): Promise<Browser> => {
  const browser = site.open()
  await browser.get(await askForLink(site, browser, email))
  await expectIn(browser, email)
  return browser
}

const enterByProvider = async (site: Site, person: Person): Promise<Browser> => {
  const browser = site.open()
  await askProvider(browser)
  await pressName(browser, person)
  return browser
}

/** Another browser presses the button of the page that a link shows: one that was used lets in nobody. */
const expectUsed = async (site: Site, link: string): Promise<void> => {
  const browser = site.open()
  const { pathname, searchParams } = new URL(link)
  await browser.post(pathname, Object.fromEntries(searchParams))
  await expectOut(browser)
}

/** A browser with the same session. */
const copyOf = (site: Site, browser: Browser): Browser => {
  const copy = site.open()
  const token = browser.jar.value(COOKIE)
  if (token === undefined) throw new Error('nobody is signed in')
  copy.jar.store(`${COOKIE}=${token}; Path=/`, browser.page()?.url ?? new URL('http://localhost'))
  return copy
}

const firstSignIn: CrashFlow = {
  name: 'a first sign-in',
  path: '/auth/callback/local',
  calls: ['getUserByAccount', 'transaction', 'getUserByEmail', 'createUser', 'linkAccount', 'createSession'],
  begin: async (site, person) => {
    const browser = site.open()
    await askProvider(browser)
    return {
      go: () => pressName(browser, person),
      comeBack: async () => {
        await expectIn(await enterByProvider(site, person), person.email)
        expect(await site.count('users', 'email', person.email)).toBe(1)
        expect(await site.count('accounts', 'providerAccountId', person.id)).toBe(1)
      },
    }
  },
}

const mailLink: CrashFlow = {
  name: 'the use of a link by somebody new',
  path: '/auth/callback/mail',
  calls: [
    'useVerificationToken',
    'getUserByEmail',
    'transaction',
    'createUser',
    'createSession',
    'deleteVerificationTokens',
  ],
  begin: async (site, { email }) => {
    const browser = site.open()
    const link = await askForLink(site, browser, email)
    return {
      go: () => browser.get(link),
      comeBack: async () => {
        await expectUsed(site, link)
        const next = await askForLink(site, browser, email)
        await browser.get(next)
        await expectIn(browser, email)
        expect(await site.count('users', 'email', email)).toBe(1)
        await expectUsed(site, next)
      },
    }
  },
}

const linking: CrashFlow = {
  name: 'the linking of an account',
  path: '/auth/callback/local',
  calls: ['getUserByAccount', 'getSessionAndUser', 'transaction', 'getUser', 'linkAccount'],
  begin: async (site, person) => {
    const email = `holder-of-${person.email}`
    const browser = await enterByMail(site, email)
    await askProvider(browser)
    return {
      go: () => pressName(browser, person),
      comeBack: async () => {
        await expectIn(browser, email)
        await askProvider(browser)
        const { url } = await pressName(browser, person)
        expect(url.searchParams.get('error')).toBeNull()
        await expectIn(browser, email)
        await expectIn(await enterByProvider(site, person), email)
        expect(await site.count('users', 'email', email)).toBe(1)
        expect(await site.count('users', 'email', person.email)).toBe(0)
        expect(await site.count('accounts', 'providerAccountId', person.id)).toBe(1)
      },
    }
  },
}

const signOut: CrashFlow = {
  name: 'a sign-out',
  path: '/auth/signout',
  calls: ['deleteSession'],
  begin: async (site, { email }) => {
    const browser = await enterByMail(site, email)
    const copy = copyOf(site, browser)
    await expectIn(copy, email)
    return {
      go: () => browser.post('/auth/signout', {}),
      comeBack: async () => {
        await expectOut(copy)
        await expectOut(browser)
        await enterByMail(site, email)
        await expectOut(copy)
        expect(await site.count('users', 'email', email)).toBe(1)
      },
    }
  },
}

const renewal: CrashFlow = {
  name: 'the prolonging of a session',
  path: '/auth/session',
  calls: ['getSessionAndUser', 'updateSession'],
  begin: async (site, { email }) => {
    const browser = await enterByMail(site, email)
    const copy = copyOf(site, browser)
    return {
      go: () => browser.get('/auth/session'),
      comeBack: async () => {
        await expectIn(browser, email)
        await expectIn(copy, email)
        await browser.post('/auth/signout', {})
        await expectOut(copy)
        await enterByMail(site, email)
        expect(await site.count('users', 'email', email)).toBe(1)
      },
    }
  },
}

/** What people are doing when a process is killed. */
export const crashFlows: readonly CrashFlow[] = [firstSignIn, mailLink, linking, signOut, renewal]
