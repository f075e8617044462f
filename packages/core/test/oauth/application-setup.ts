import { memoryAdapter, openBrowser } from '@authwright/testing'
import type { Browser, MemoryAdapter, Page } from '@authwright/testing'
import { expect } from 'vitest'
import type { AdapterUser } from '../../src/adapters.ts'
import type { Account, OIDCConfig, Profile, Session } from '../../src/index.ts'
import { makeSite, ORIGIN } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import type { Op } from './op.ts'
import { errorOf } from './oauth-setup.ts'
import type { OAuthSetup } from './oauth-setup.ts'

/** A site with one provider, and a browser that keeps cookies to their sites. */
export interface ApplicationSetup {
  readonly browser: Browser
  readonly site: Site
  readonly adapter: MemoryAdapter
  /** The profiles of those who signed in. */
  readonly profiles: (Profile | undefined)[]
  /** The cookies of the request that came last. */
  readonly cookies: () => string | null
}

export const openApplication = ({ runtime: { now } }: OAuthSetup, provider: OIDCConfig): ApplicationSetup => {
  const adapter = memoryAdapter({ now })
  const profiles: (Profile | undefined)[] = []
  const events = { signIn: ({ profile }: { profile?: Profile }) => void profiles.push(profile) }
  const context = makeSite({ providers: [provider], adapter, events }, { now })
  let cookies: string | null = null
  const handler = (request: Request): Promise<Response> => {
    cookies = request.headers.get('cookie')
    return context.auth.handle(request)
  }
  const browser = openBrowser({ handler, origin: ORIGIN, now })
  return { browser, site: context, adapter, profiles, cookies: () => cookies }
}

/** To the provider, whose page the browser shows from now on. */
export const startAtProvider = async ({ browser }: ApplicationSetup): Promise<URL> => {
  const { location } = await browser.post('/auth/signin/op', { callbackUrl: '/members' })
  if (location === null) throw new Error('The sign-in leads nowhere')
  return location
}

/** Back from the provider, in one of the ways that an answer can take. */
export type SendResponse = (door: ApplicationSetup, op: Op, response: URLSearchParams) => Promise<Page>

export const sendInQuery: SendResponse = ({ browser }, op, response) =>
  browser.get(`${ORIGIN}/auth/callback/op?${response}`, { from: op.issuer })

/** The provider's page posts across sites, which no Lax cookie goes along with; then our own page posts the same again. */
export const sendByFormPost: SendResponse = async ({ browser, cookies, adapter }, op, response) => {
  const asked = op.seen.length
  const page = await browser.post(`${ORIGIN}/auth/callback/op`, response, { from: op.issuer })
  expect([page.status, cookies(), page.headers.getSetCookie()]).toEqual([200, null, []])
  expect([op.seen.length, adapter.state().sessions.size]).toEqual([asked, 0])
  expect(page.forms).toMatchObject([{ method: 'POST', fields: Object.fromEntries(response) }])
  expect(page.forms[0]?.action.href).toBe(`${ORIGIN}/auth/callback/op`)
  return browser.submit()
}

/** What came of a sign-in that went well. */
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

/** There and back again, and in. */
export const enter = async (door: ApplicationSetup, op: Op, back: SendResponse): Promise<SignedIn> => {
  const end = await back(door, op, op.consent(await startAtProvider(door)))
  expect([door.site.errors, end.location?.href, isOver(door)]).toEqual([[], `${ORIGIN}/members`, true])
  const { users, accounts } = door.adapter.state()
  const [[user], [account]] = [[...users.values()], [...accounts.values()]]
  return { session: await sessionOf(door), user, account, profile: door.profiles[0] }
}

/** There and back again, and refused: nobody is signed in, nothing is kept, the attempt is over. */
export const refusedAt = async (
  door: ApplicationSetup,
  op: Op,
  back: SendResponse,
  change: (response: URLSearchParams) => void = () => undefined,
): ReturnType<typeof errorOf> => {
  const response = op.consent(await startAtProvider(door))
  change(response)
  const end = await back(door, op, response)
  const refusal = await errorOf(Promise.reject(door.site.errors[0]))
  expect(end.location?.searchParams.get('error')).toBe(refusal.type)
  const { users, accounts, sessions } = door.adapter.state()
  expect([users.size, accounts.size, sessions.size]).toEqual([0, 0, 0])
  expect([await sessionOf(door), isOver(door), door.site.errors.length]).toEqual([null, true, 1])
  return refusal
}
