import type { Browser } from '@authwright/testing'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { type Code, codeOf } from './provider.ts'
import { type AnySite, ORIGIN, type Strategy } from './site.ts'

/** What somebody does next. */
export interface Visit {
  readonly path: string
  /** A form that is posted; nothing is a page that is opened. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Somebody in the middle of something. */
export interface Prepared {
  readonly browser: Browser
  readonly visit: Visit
  /** Who is signed in afterwards; `null` is nobody. */
  readonly email: string | null
}

/** A moment between two requests, at which another version may take over. */
export interface Moment {
  readonly name: string
  readonly strategy: Strategy
  readonly prepare: (site: AnySite) => Promise<Prepared>
}

/** Who is in the middle of everything. */
export const ADA = 'ada@example.org'
/** The address that Ada may change hers to. */
export const NEW = 'countess@example.org'
const DAY = 86_400

const pathOf = (address: string): string => address.replace(ORIGIN, '')

const leave = async (browser: Browser, provider: string, person: Code): Promise<Visit> => {
  const asked = (await browser.post(`/auth/signin/${provider}`, { callbackUrl: '/members' })).location?.searchParams
  const nonce = asked?.get('nonce') ?? undefined
  const answer = {
    code: codeOf({ ...person, ...(nonce === undefined ? {} : { nonce }) }),
    state: asked?.get('state') ?? '',
  }
  return { path: `/auth/callback/${provider}?${new URLSearchParams(answer)}` }
}

const person: Code = { id: 'ada-1', email: ADA }

export const visit = (browser: Browser, { path, fields }: Visit) =>
  fields === undefined ? browser.get(path) : browser.post(path, fields)

const askForLink = async ({ links }: AnySite, browser: Browser, email = ADA): Promise<string> => {
  await browser.post('/auth/signin/mail', { email })
  return pathOf(links.at(-1) ?? '')
}

/** Signs in by a link. */
export const enter = async (site: AnySite, browser: Browser, email = ADA): Promise<Browser> => {
  await browser.get(await askForLink(site, browser, email))
  return browser
}

const ask = async (browser: Browser, query: Record<string, string>) => {
  const page = await browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)
  return (page.json() as { options: Parameters<Passkey['register']>[0] }).options
}

const ceremony = (fields: Record<string, string>): Visit => ({ path: '/auth/callback/passkey', fields })

const register = async (browser: Browser, passkey: Passkey, more: Record<string, string> = {}): Promise<Visit> =>
  ceremony({ action: 'register', data: passkey.register(await ask(browser, { action: 'register', ...more })) })

const byProvider =
  (provider: string): Moment['prepare'] =>
  async (site) => {
    const browser = site.open()
    return { browser, visit: await leave(browser, provider, person), email: ADA }
  }

const reading =
  (seconds: number): Moment['prepare'] =>
  async (site) => {
    const browser = await enter(site, site.open())
    site.clock.forward(seconds)
    return { browser, visit: { path: '/auth/session' }, email: ADA }
  }

const inBoth = (name: string, prepare: Moment['prepare']): readonly Moment[] =>
  (['database', 'jwt'] as const).map((strategy) => ({ name, strategy, prepare }))

/** The moments that a version has to be able to take over. */
export const moments: readonly Moment[] = [
  ...inBoth('coming back from an OAuth provider', byProvider('one')),
  ...inBoth('coming back from an OpenID Provider', byProvider('two')),
  ...inBoth('coming back from a provider to link', async (site) => {
    const browser = await enter(site, site.open())
    return { browser, visit: await leave(browser, 'one', { id: 'ada-2', email: 'ada@elsewhere.example' }), email: ADA }
  }),
  ...inBoth('using a link where it was asked for', async (site) => {
    const browser = site.open()
    return { browser, visit: { path: await askForLink(site, browser) }, email: ADA }
  }),
  ...inBoth('using a link elsewhere', async (site) => {
    const { pathname, searchParams } = new URL(await askForLink(site, site.open()), ORIGIN)
    return { browser: site.open(), visit: { path: pathname, fields: Object.fromEntries(searchParams) }, email: ADA }
  }),
  ...inBoth('using a link once more', async (site) => {
    const browser = site.open()
    const path = await askForLink(site, browser)
    await browser.get(path)
    return { browser, visit: { path }, email: ADA }
  }),
  ...inBoth('typing a code in', async (site) => {
    const browser = site.open()
    await browser.post('/auth/signin/code', { email: ADA })
    return {
      browser,
      visit: { path: '/auth/callback/code', fields: { email: ADA, code: site.codes.at(-1) ?? '' } },
      email: ADA,
    }
  }),
  ...inBoth('reading a session', reading(60)),
  ...inBoth('prolonging a session', reading(2 * DAY)),
  ...inBoth('changing one’s address by a link', async (site) => {
    const browser = await enter(site, site.open())
    await browser.post('/auth/account', { action: 'email-change', email: NEW })
    return { browser, visit: { path: pathOf(site.links.at(-1) ?? '') }, email: NEW }
  }),
  ...inBoth('signing out', async (site) => {
    const browser = await enter(site, site.open())
    const { csrfToken } = (await browser.get('/auth/csrf')).json() as { csrfToken: string }
    return { browser, visit: { path: '/auth/signout', fields: { csrfToken } }, email: null }
  }),
  ...inBoth('confirming a sign-up with a passkey', async (site) => {
    const browser = site.open()
    await visit(browser, await register(browser, new Passkey(), { email: ADA }))
    return { browser, visit: { path: pathOf(site.links.at(-1) ?? '') }, email: ADA }
  }),
  ...inBoth('adding a passkey', async (site) => {
    const browser = await enter(site, site.open())
    return { browser, visit: await register(browser, new Passkey()), email: ADA }
  }),
  ...inBoth('signing in with a passkey', async (site) => {
    const member = await enter(site, site.open())
    const passkey = new Passkey()
    await visit(member, await register(member, passkey))
    const browser = site.open()
    const options = await ask(browser, { action: 'authenticate' })
    return { browser, visit: ceremony({ action: 'authenticate', data: passkey.assert(options) }), email: ADA }
  }),
]
