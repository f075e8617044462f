import { createAuth, defaultRuntime } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { type Browser, fixedClock, openBrowser } from '@authwright/testing'
import { type IdentityProvider, startIdentityProvider } from '@authwright/testing/identity-provider'

const ORIGIN = 'http://localhost:5173'

/** A site over an adapter, with two doors of one identity provider and one for mail. */
export interface World {
  readonly adapter: Adapter
  readonly open: () => Browser
  readonly clock: ReturnType<typeof fixedClock>
  /** The links that were mailed. */
  readonly links: string[]
}

/** Starts the identity provider of all worlds. */
export const startProvider = (): Promise<IdentityProvider> => {
  const redirectUris = ['local', 'other'].map((id) => `${ORIGIN}/auth/callback/${id}`)
  return startIdentityProvider({ clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }] })
}

/** A site whose clock stands still until it is moved. */
export const worldOf = (adapter: Adapter, provider: IdentityProvider): World => {
  const links: string[] = []
  const clock = fixedClock(new Date().toISOString())
  const client = { type: 'oidc' as const, issuer: provider.issuer, clientId: 'demo', clientSecret: 'demo-secret' }
  const auth = createAuth(
    {
      adapter,
      secret: 'a secret of thirty-two characters',
      basePath: '/auth',
      trustHost: true,
      session: { strategy: 'database', updateAge: 0 },
      logger: { error: () => undefined, warn: () => undefined },
      providers: [
        { ...client, id: 'local', name: 'Local' },
        { ...client, id: 'other', name: 'Other' },
        { id: 'email', name: 'E-mail', type: 'email', sendVerificationRequest: ({ url }) => void links.push(url) },
      ],
    },
    { ...defaultRuntime, now: clock.now },
  )
  const handler = (request: Request) => (new URL(request.url).origin === ORIGIN ? auth.handle(request) : fetch(request))
  return { adapter, links, clock, open: () => openBrowser({ handler, origin: ORIGIN, now: clock.now }) }
}

/** Signs in at one of the doors as one of the people there. */
export const signIn = async (browser: Browser, door: string, person: string): Promise<void> => {
  await browser.get(`${ORIGIN}/auth/signin`)
  await browser.submit({}, { press: door, redirect: 'follow' })
  if (browser.page()?.text.includes(person) === true) await browser.submit({}, { press: person, redirect: 'follow' })
}

interface SessionAnswer {
  readonly expires: string
  readonly user: { readonly id?: string; readonly email: string }
}

/** Who the site says is signed in. */
export const sessionOf = async (browser: Browser): Promise<SessionAnswer | null> =>
  (await browser.get(`${ORIGIN}/auth/session`)).json() as SessionAnswer | null

/** Signs out by the page. */
export const signOut = async (browser: Browser): Promise<void> => {
  await browser.get(`${ORIGIN}/auth/signout`)
  await browser.submit({}, { redirect: 'follow' })
}
