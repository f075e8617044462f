import { memoryAdapter, openBrowser, type Browser, type MemoryAdapter, type Page } from '@authwright/testing'
import { expect } from 'vitest'
import type { AdapterUser } from '../../src/adapters.ts'
import type { Account, OIDCConfig, Profile, Session } from '../../src/index.ts'
import { setUpAuth, ORIGIN, type AuthSetup } from '@authwright/test-kit/auth-setup'
import type { Op } from './op.ts'
import { errorOf, type OAuthSetup } from './oauth-setup.ts'

/** An application with one provider, and a browser that applies SameSite rules. */
export interface ApplicationSetup {
  readonly browser: Browser
  readonly site: AuthSetup
  readonly adapter: MemoryAdapter
  /** The profiles of users who signed in. */
  readonly profiles: (Profile | undefined)[]
  /** The cookies of the last request. */
  readonly cookies: () => string | null
}

export const openApplication = ({ runtime: { now } }: OAuthSetup, provider: OIDCConfig): ApplicationSetup => {
  const adapter = memoryAdapter({ now })
  const profiles: (Profile | undefined)[] = []
  const events = { signIn: ({ profile }: { profile?: Profile }) => void profiles.push(profile) }
  const context = setUpAuth({ providers: [provider], adapter, events }, { now })
  let cookies: string | null = null
  const handler = (request: Request): Promise<Response> => {
    cookies = request.headers.get('cookie')
    return context.auth.handle(request)
  }
  const browser = openBrowser({ handler, origin: ORIGIN, now })
  return { browser, site: context, adapter, profiles, cookies: () => cookies }
}

/** Start a sign-in. The browser is then at the provider. */
export const startAtProvider = async ({ browser }: ApplicationSetup): Promise<URL> => {
  const { location } = await browser.post('/auth/signin/op', { callbackUrl: '/members' })
  if (location === null) throw new Error('The sign-in leads nowhere')
  return location
}

/** Sends an authorization response to the callback. */
export type SendResponse = (application: ApplicationSetup, op: Op, response: URLSearchParams) => Promise<Page>

export const sendInQuery: SendResponse = ({ browser }, op, response) =>
  browser.get(`${ORIGIN}/auth/callback/op?${response}`, { from: op.issuer })

/**
 * The cross-site POST carries no Lax cookie. The library then shows a page that posts the same fields from its own
 * site.
 */
export const sendByFormPost: SendResponse = async ({ browser, cookies, adapter }, op, response) => {
  const requestsBefore = op.seen.length
  const page = await browser.post(`${ORIGIN}/auth/callback/op`, response, { from: op.issuer })
  expect([page.status, cookies(), page.headers.getSetCookie()]).toEqual([200, null, []])
  expect([op.seen.length, adapter.state().sessions.size]).toEqual([requestsBefore, 0])
  expect(page.forms).toMatchObject([{ method: 'POST', fields: Object.fromEntries(response) }])
  expect(page.forms[0]?.action.href).toBe(`${ORIGIN}/auth/callback/op`)
  return browser.submit()
}

/** The result of a successful sign-in. */
export interface SignedIn {
  readonly session: Session | null
  readonly user: AdapterUser | undefined
  readonly account: Account | undefined
  readonly profile: Profile | undefined
}

const sessionOf = async ({ browser }: ApplicationSetup): Promise<Session | null> =>
  (await browser.get(`${ORIGIN}/auth/session`)).json() as Session | null

const isOver = ({ browser }: ApplicationSetup): boolean =>
  browser.jar.list().every(({ name }) => !name.includes('.state.'))

/** Sign in, and expect success. */
export const enter = async (application: ApplicationSetup, op: Op, back: SendResponse): Promise<SignedIn> => {
  const end = await back(application, op, op.consent(await startAtProvider(application)))
  expect([application.site.errors, end.location?.href, isOver(application)]).toEqual([[], `${ORIGIN}/members`, true])
  const { users, accounts } = application.adapter.state()
  const [[user], [account]] = [[...users.values()], [...accounts.values()]]
  return { session: await sessionOf(application), user, account, profile: application.profiles[0] }
}

/** Sign in, and expect an error: no session, no stored row, and the attempt is over. */
export const refusedAt = async (
  application: ApplicationSetup,
  op: Op,
  back: SendResponse,
  change: (response: URLSearchParams) => void = () => undefined,
): ReturnType<typeof errorOf> => {
  const response = op.consent(await startAtProvider(application))
  change(response)
  const end = await back(application, op, response)
  const error = await errorOf(Promise.reject(application.site.errors[0]))
  expect(end.location?.searchParams.get('error')).toBe(error.type)
  const { users, accounts, sessions } = application.adapter.state()
  expect([users.size, accounts.size, sessions.size]).toEqual([0, 0, 0])
  expect([await sessionOf(application), isOver(application), application.site.errors.length]).toEqual([null, true, 1])
  return error
}
