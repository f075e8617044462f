import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Alteration, alterationsOf, ruinsOf } from './alterations.ts'
import { keep, type Kept, restore } from './kept.ts'
import { ADA, enter, NEW, type Moment, moments, type Prepared, visit } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { readFormats, type Recorded } from './read.ts'
import { makeClock, openSite, ORIGIN, type Site } from './site.ts'

/** Types of errors that say no more than that something unforeseen happened. */
const UNFORESEEN: ReadonlySet<unknown> = new Set(['AuthError', 'CallbackRouteError', undefined])

const clock = makeClock()
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(clock.now)
})
afterAll(() => provider.close())

const whoIs = async ({ browser }: Pick<Prepared, 'browser'>): Promise<unknown> => {
  const session = (await browser.get('/auth/session')).json() as { user: { email: string } } | null
  return session === null ? null : session.user.email
}

const setCookie = ({ browser }: Pick<Prepared, 'browser'>, name: string, value: string): void =>
  void browser.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))

/** A site in the moment that a version left, and the browser of whoever was in the middle of it. */
const resume = (definitions: Kept['definitions'], recorded: Recorded) => {
  const later = { now: () => recorded.now + clock.now() - start, forward: clock.forward }
  const start = clock.now()
  const site = openSite(restore({ definitions, rows: recorded.rows }), recorded.strategy, provider, later)
  const browser = site.open()
  for (const [name, value] of Object.entries(recorded.cookies)) setCookie({ browser }, name, value)
  return { site, browser }
}

describe.each(readFormats())(
  'what version $version left in browsers and the database',
  ({ definitions, moments: all }) => {
    test.each(all)('is gone on with: $name, $strategy sessions', async (recorded) => {
      const { site, browser } = resume(definitions, recorded)
      expect((await visit(browser, recorded.visit)).status).toBeLessThan(400)
      expect(site.errors).toEqual([])
      expect(await whoIs({ browser })).toBe(recorded.email)
    })
  },
)

const prepare = async ({ strategy, prepare: begin }: Moment): Promise<{ site: Site; prepared: Prepared }> => {
  const site = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await site.adapter.migrate()
  return { site, prepared: await begin(site) }
}

/** What is wrong when somebody goes on with a cookie that is not understood, and then starts again. */
const complaintsAbout = async (site: Site, prepared: Prepared): Promise<readonly string[]> => {
  const complaints: string[] = []
  const { browser } = prepared
  const page = await visit(browser, prepared.visit)
  const error = page.location?.searchParams.get('error')
  if (page.status >= 500) complaints.push(`the answer was ${page.status}`)
  if (error === 'Configuration') complaints.push('the person was told that the site is broken')
  const unforeseen = site.errors.find((one) => UNFORESEEN.has('type' in one ? one.type : undefined))
  if (unforeseen !== undefined) complaints.push(`an error of no type was logged: ${unforeseen.message}`)
  const who = await whoIs(prepared)
  if (who !== null && who !== undefined && who !== ADA && who !== prepared.email)
    complaints.push(`somebody else is signed in: ${JSON.stringify(who)}`)
  if (page.location !== null && (await browser.get(page.location)).status >= 500) complaints.push('no way to go on')
  if ((await browser.get('/auth/signin')).status !== 200) complaints.push('no page to start again')
  const email = who === NEW ? NEW : ADA
  await enter(site, browser, email)
  if ((await whoIs(prepared)) !== email) complaints.push('starting again does not help')
  return complaints
}

/** Cookies that come along everywhere, and the moments in which they are altered. */
const COME_ALONG = /known$|last-provider$|callback-url$/
const ALTERED_IN: ReadonlySet<string> = new Set(['reading a session', 'coming back from an OAuth provider'])

/** Whether a cookie is altered in a moment: with sessions in cookies only these, since the strategies differ in nothing else. */
const isAltered = (name: string, moment: Moment): boolean =>
  moment.strategy === 'database'
    ? !COME_ALONG.test(name) || ALTERED_IN.has(moment.name)
    : name.includes('session-token')

/** What each cookie of a moment may have become, one at a time. */
const othersOf = async (site: Site, { browser }: Prepared, moment: Moment) => {
  const cookies = browser.jar.list().filter(({ name }) => isAltered(name, moment))
  const each = cookies.map(async ({ name, value }) => {
    const contents = site.seals.contents(value)
    const sealed = contents === undefined ? [] : alterationsOf(contents)
    const resealed = await Promise.all(
      sealed.map(async ({ what, contents: other }) => ({ what, contents: await site.seals.reseal(value, other) })),
    )
    return [...resealed, ...ruinsOf(value)].map((change: Alteration) => ({ name, ...change }))
  })
  return (await Promise.all(each)).flat()
}

describe('a cookie that is not understood ends in a fresh start', () => {
  let altered = 0
  afterAll(() => console.log(`${altered} altered cookies`))
  test.each(moments)('$name, $strategy sessions', { timeout: 120_000 }, async (moment) => {
    const first = await prepare(moment)
    const others = await othersOf(first.site, first.prepared, moment)
    const kept = keep(first.site.database)
    const jar = first.prepared.browser.jar.list()
    const broken: string[] = []
    for (const { name, what, contents } of others) {
      const site = openSite(restore(kept), moment.strategy, provider, clock)
      const prepared = { ...first.prepared, browser: site.open() }
      for (const cookie of jar) setCookie(prepared, cookie.name, cookie.name === name ? contents : cookie.value)
      const complaints = await complaintsAbout(site, prepared)
      if (complaints.length > 0) broken.push(`${name} ${what}: ${complaints.join('; ')}`)
    }
    altered += others.length
    expect(broken).toEqual([])
  })
})

describe('a database that a later version has changed', () => {
  test.each(moments)('is worked with: $name, $strategy sessions', async (moment) => {
    const { site, prepared } = await prepare(moment)
    const { database } = site
    for (const table of ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'attempts']) {
      database.exec(`alter table ${table} add column "later" text; update ${table} set "later" = 'later'`)
    }
    database.exec(`insert into authwright_migrations values (99, 'something later', '2031-01-01T00:00:00.000Z')`)
    const old = openSite(database, moment.strategy, provider, clock)
    const browser = old.open()
    for (const { name, value } of prepared.browser.jar.list()) setCookie({ browser }, name, value)
    await visit(browser, prepared.visit)
    expect(old.errors).toEqual([])
    expect(await whoIs({ browser })).toBe(prepared.email)
  })
})
