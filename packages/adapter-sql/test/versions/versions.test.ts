import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alterationsOf, corruptionsOf } from './alterations.ts'
import { restore, type Snapshot, takeSnapshot } from './snapshot.ts'
import { ADA, type Moment, moments, NEW, type Prepared, send, signIn } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { readFormats, type Recorded } from './read.ts'
import { makeClock, openSite, ORIGIN, type Site } from './application.ts'

/** The error types for unexpected errors. */
const UNEXPECTED: ReadonlySet<unknown> = new Set(['AuthError', 'CallbackRouteError', undefined])

const clock = makeClock()
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(clock.now)
})
afterAll(() => provider.close())

const readEmail = async ({ browser }: Pick<Prepared, 'browser'>): Promise<unknown> => {
  const session = (await browser.get('/auth/session')).json() as { user: { email: string } } | null
  return session === null ? null : session.user.email
}

const setCookie = ({ browser }: Pick<Prepared, 'browser'>, name: string, value: string): void =>
  void browser.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))

/** Restores the application and the browser of a recorded moment. */
const resume = (definitions: Snapshot['definitions'], recorded: Recorded) => {
  const later = { now: () => recorded.now + clock.now() - start, forward: clock.forward }
  const start = clock.now()
  const setup = openSite(restore({ definitions, rows: recorded.rows }), recorded.strategy, provider, later)
  const browser = setup.open()
  for (const [name, value] of Object.entries(recorded.cookies)) setCookie({ browser }, name, value)
  return { site: setup, browser }
}

describe.each(readFormats())('the cookies and rows of version $version', ({ definitions, moments: all }) => {
  test.each(all)('can be continued: $name, $strategy sessions', async (recorded) => {
    const { site: setup, browser } = resume(definitions, recorded)
    expect((await send(browser, recorded.next)).status).toBeLessThan(400)
    expect(setup.errors).toEqual([])
    expect(await readEmail({ browser })).toBe(recorded.email)
  })
})

const prepare = async ({ strategy, prepare: begin }: Moment): Promise<{ site: Site; prepared: Prepared }> => {
  const setup = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await setup.adapter.migrate()
  return { site: setup, prepared: await begin(setup) }
}

/** Sends the next request with an altered cookie, then signs in again. Returns what is wrong. */
const complaintsAbout = async (setup: Site, prepared: Prepared): Promise<readonly string[]> => {
  const complaints: string[] = []
  const { browser } = prepared
  const page = await send(browser, prepared.next)
  const error = page.location?.searchParams.get('error')
  if (page.status >= 500) complaints.push(`the status was ${page.status}`)
  if (error === 'Configuration') complaints.push('the user saw a configuration error')
  const unexpected = setup.errors.find((one) => UNEXPECTED.has('type' in one ? one.type : undefined))
  if (unexpected !== undefined) complaints.push(`an unexpected error was logged: ${unexpected.message}`)
  const email = await readEmail(prepared)
  if (email !== null && email !== undefined && email !== ADA && email !== prepared.email)
    complaints.push(`another user is signed in: ${JSON.stringify(email)}`)
  if (page.location !== null && (await browser.get(page.location)).status >= 500) complaints.push('the next page fails')
  if ((await browser.get('/auth/signin')).status !== 200) complaints.push('the sign-in page fails')
  const next = email === NEW ? NEW : ADA
  await signIn(setup, browser, next)
  if ((await readEmail(prepared)) !== next) complaints.push('signing in again fails')
  return complaints
}

/** Cookies that are sent in all moments, and the moments in which they are altered. */
const ALWAYS_SENT = /known$|last-provider$|callback-url$/
const ALTERED_IN: ReadonlySet<string> = new Set(['checking a session', 'callback of an OAuth provider'])

/** Whether a cookie is altered in a moment. With JWT sessions only session cookies are: the other cookies are the same. */
const isAltered = (name: string, moment: Moment): boolean =>
  moment.strategy === 'database'
    ? !ALWAYS_SENT.test(name) || ALTERED_IN.has(moment.name)
    : name.includes('session-token')

/** The alterations of each cookie of a moment. */
const alterCookies = async (setup: Site, { browser }: Prepared, moment: Moment) => {
  const cookies = browser.jar.list().filter(({ name }) => isAltered(name, moment))
  const each = cookies.map(async ({ name, value }) => {
    const contents = setup.seals.contents(value)
    const sealed = contents === undefined ? [] : alterationsOf(contents)
    const resealed = await Promise.all(
      sealed.map(async ({ change, contents: other }) => ({ change, contents: await setup.seals.reseal(value, other) })),
    )
    return [...resealed, ...corruptionsOf(value)].map((alteration) => ({ name, ...alteration }))
  })
  return (await Promise.all(each)).flat()
}

describe('a user with an invalid cookie can sign in again', () => {
  let altered = 0
  afterAll(() => console.log(`${altered} altered cookies`))
  test.each(moments)('$name, $strategy sessions', { timeout: 120_000 }, async (moment) => {
    const first = await prepare(moment)
    const alterations = await alterCookies(first.site, first.prepared, moment)
    const snapshot = takeSnapshot(first.site.database)
    const jar = first.prepared.browser.jar.list()
    const broken: string[] = []
    for (const { name, change, contents } of alterations) {
      const setup = openSite(restore(snapshot), moment.strategy, provider, clock)
      const prepared = { ...first.prepared, browser: setup.open() }
      for (const cookie of jar) setCookie(prepared, cookie.name, cookie.name === name ? contents : cookie.value)
      const complaints = await complaintsAbout(setup, prepared)
      if (complaints.length > 0) broken.push(`${name} ${change}: ${complaints.join('; ')}`)
    }
    altered += alterations.length
    expect(broken).toEqual([])
  })
})

describe('a database that a later version migrated', () => {
  test.each(moments)('works: $name, $strategy sessions', async (moment) => {
    const { site: setup, prepared } = await prepare(moment)
    const { database } = setup
    for (const table of ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'counters']) {
      database.exec(`alter table ${table} add column "later" text; update ${table} set "later" = 'later'`)
    }
    database.exec(`insert into authwright_migrations values (99, 'a later migration', '2031-01-01T00:00:00.000Z')`)
    const old = openSite(database, moment.strategy, provider, clock)
    const browser = old.open()
    for (const { name, value } of prepared.browser.jar.list()) setCookie({ browser }, name, value)
    await send(browser, prepared.next)
    expect(old.errors).toEqual([])
    expect(await readEmail({ browser })).toBe(prepared.email)
  })
})
