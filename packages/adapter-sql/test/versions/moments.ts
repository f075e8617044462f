import type { Browser } from '@authwright/testing'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { type Code, codeOf } from './provider.ts'
import { type AnySite, ORIGIN, type Strategy } from './application.ts'

/** The next request of a user. */
export interface NextRequest {
  readonly path: string
  /** The fields of a form. Without it the request is a GET. */
  readonly fields?: Readonly<Record<string, string>>
}

/** A browser in the middle of a flow. */
export interface Prepared {
  readonly browser: Browser
  readonly next: NextRequest
  /** The e-mail address of the user who is signed in afterwards, or `null`. */
  readonly email: string | null
}

/** A moment between two requests of a flow, when another version may be deployed. */
export interface Moment {
  readonly name: string
  readonly strategy: Strategy
  readonly prepare: (setup: AnySite) => Promise<Prepared>
}

/** The user of all flows. */
export const ADA = 'ada@example.org'
/** The new e-mail address of the change-email flow. */
export const NEW = 'countess@example.org'
const DAY = 86_400

const pathOf = (address: string): string => address.replace(ORIGIN, '')

const prepareCallback = async (browser: Browser, provider: string, user: Code, link = ''): Promise<NextRequest> => {
  const fields = { callbackUrl: '/members', link }
  const redirect = (await browser.post(`/auth/signin/${provider}`, fields)).location?.searchParams
  const nonce = redirect?.get('nonce') ?? undefined
  const parameters = {
    code: codeOf({ ...user, ...(nonce === undefined ? {} : { nonce }) }),
    state: redirect?.get('state') ?? '',
  }
  return { path: `/auth/callback/${provider}?${new URLSearchParams(parameters)}` }
}

const ada: Code = { id: 'ada-1', email: ADA }

export const send = (browser: Browser, { path, fields }: NextRequest) =>
  fields === undefined ? browser.get(path) : browser.post(path, fields)

const requestLink = async ({ links }: AnySite, browser: Browser, email = ADA): Promise<string> => {
  await browser.post('/auth/signin/mail', { email })
  return pathOf(links.at(-1) ?? '')
}

/** Signs in by a link. */
export const signIn = async (setup: AnySite, browser: Browser, email = ADA): Promise<Browser> => {
  await browser.get(await requestLink(setup, browser, email))
  return browser
}

const readOptions = async (browser: Browser, query: Record<string, string>) => {
  const page = await browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)
  return (page.json() as { options: Parameters<Passkey['register']>[0] }).options
}

const ceremony = (fields: Record<string, string>): NextRequest => ({ path: '/auth/callback/passkey', fields })

const register = async (browser: Browser, passkey: Passkey, more: Record<string, string> = {}): Promise<NextRequest> =>
  ceremony({ action: 'register', data: passkey.register(await readOptions(browser, { action: 'register', ...more })) })

const byProvider =
  (provider: string): Moment['prepare'] =>
  async (setup) => {
    const browser = setup.open()
    return { browser, next: await prepareCallback(browser, provider, ada), email: ADA }
  }

const sessionCheck =
  (seconds: number): Moment['prepare'] =>
  async (setup) => {
    const browser = await signIn(setup, setup.open())
    setup.clock.forward(seconds)
    return { browser, next: { path: '/auth/session' }, email: ADA }
  }

const withBothStrategies = (name: string, prepare: Moment['prepare']): readonly Moment[] =>
  (['database', 'jwt'] as const).map((strategy) => ({ name, strategy, prepare }))

/** The moments that a new version must continue from. */
export const moments: readonly Moment[] = [
  ...withBothStrategies('callback of an OAuth provider', byProvider('one')),
  ...withBothStrategies('callback of an OpenID Provider', byProvider('two')),
  ...withBothStrategies('callback of a provider to link an account', async (setup) => {
    const browser = await signIn(setup, setup.open())
    return {
      browser,
      next: await prepareCallback(browser, 'one', { id: 'ada-2', email: 'ada@other.example' }, 'true'),
      email: ADA,
    }
  }),
  ...withBothStrategies('opening a link in the browser that requested it', async (setup) => {
    const browser = setup.open()
    return { browser, next: { path: await requestLink(setup, browser) }, email: ADA }
  }),
  ...withBothStrategies('opening a link in another browser', async (setup) => {
    const { pathname, searchParams } = new URL(await requestLink(setup, setup.open()), ORIGIN)
    return { browser: setup.open(), next: { path: pathname, fields: Object.fromEntries(searchParams) }, email: ADA }
  }),
  ...withBothStrategies('opening a link again', async (setup) => {
    const browser = setup.open()
    const path = await requestLink(setup, browser)
    await browser.get(path)
    return { browser, next: { path }, email: ADA }
  }),
  ...withBothStrategies('entering a code', async (setup) => {
    const browser = setup.open()
    await browser.post('/auth/signin/code', { email: ADA })
    return {
      browser,
      next: { path: '/auth/callback/code', fields: { email: ADA, code: setup.codes.at(-1) ?? '' } },
      email: ADA,
    }
  }),
  ...withBothStrategies('checking a session', sessionCheck(60)),
  ...withBothStrategies('renewing a session', sessionCheck(2 * DAY)),
  ...withBothStrategies('changing the e-mail address by a link', async (setup) => {
    const browser = await signIn(setup, setup.open())
    await browser.post('/auth/account', { action: 'email-change', email: NEW })
    return { browser, next: { path: pathOf(setup.links.at(-1) ?? '') }, email: NEW }
  }),
  ...withBothStrategies('signing out', async (setup) => {
    const browser = await signIn(setup, setup.open())
    const { csrfToken } = (await browser.get('/auth/csrf')).json() as { csrfToken: string }
    return { browser, next: { path: '/auth/signout', fields: { csrfToken } }, email: null }
  }),
  ...withBothStrategies('verifying the e-mail address of a sign-up with a passkey', async (setup) => {
    const browser = setup.open()
    await send(browser, await register(browser, new Passkey(), { email: ADA }))
    return { browser, next: { path: pathOf(setup.links.at(-1) ?? '') }, email: ADA }
  }),
  ...withBothStrategies('adding a passkey', async (setup) => {
    const browser = await signIn(setup, setup.open())
    return { browser, next: await register(browser, new Passkey()), email: ADA }
  }),
  ...withBothStrategies('signing in with a passkey', async (setup) => {
    const signedIn = await signIn(setup, setup.open())
    const passkey = new Passkey()
    await send(signedIn, await register(signedIn, passkey))
    const browser = setup.open()
    const options = await readOptions(browser, { action: 'authenticate' })
    return { browser, next: ceremony({ action: 'authenticate', data: passkey.assert(options) }), email: ADA }
  }),
]
