import { createAuth, defaultRuntime } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { type Browser, fixedClock, openBrowser } from '@authwright/testing'
import { defaultUsers, type IdentityProvider, startIdentityProvider } from '@authwright/testing/identity-provider'

const ORIGIN = 'http://localhost:5173'

/** An application over an adapter, with three configurations of one identity provider and an e-mail provider. */
export interface Setup {
  readonly adapter: Adapter
  readonly open: () => Browser
  readonly clock: ReturnType<typeof fixedClock>
  /** The links in sent e-mails. */
  readonly links: string[]
}

/** Starts the identity provider. */
export const startProvider = (): Promise<IdentityProvider> => {
  const redirectUris = ['local', 'other', 'lax'].map((id) => `${ORIGIN}/auth/callback/${id}`)
  const clients = [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }]
  const users = [...defaultUsers, { id: 'edith', name: 'Edith Clarke', email: 'edith@example.org' }]
  return startIdentityProvider({ clients, users })
}

/** Opens an application with a fixed clock. */
export const makeSetup = (adapter: Adapter, provider: IdentityProvider): Setup => {
  const links: string[] = []
  const clock = fixedClock(new Date().toISOString())
  const client = { type: 'oidc' as const, issuer: provider.issuer, clientId: 'demo', clientSecret: 'demo-secret' }
  const stated = { ...client, trustAllEmails: true }
  const auth = createAuth(
    {
      adapter,
      secret: 'a secret of thirty-two characters',
      basePath: '/auth',
      trustHost: true,
      session: { strategy: 'database', updateAge: 0 },
      logger: { error: () => undefined, warn: () => undefined },
      providers: [
        { ...stated, id: 'local', name: 'Local' },
        { ...stated, id: 'other', name: 'Other' },
        // No option states whether it verifies addresses.
        { ...client, id: 'lax', name: 'Lax' },
        {
          id: 'email',
          name: 'E-mail',
          type: 'email',
          sendVerificationRequest: ({ url }) => void links.push(url),
          sendNotification: ({ url }) => void links.push(url),
        },
      ],
    },
    { ...defaultRuntime, now: clock.now },
  )
  const handler = (request: Request) => (new URL(request.url).origin === ORIGIN ? auth.handle(request) : fetch(request))
  return { adapter, links, clock, open: () => openBrowser({ handler, origin: ORIGIN, now: clock.now }) }
}

/** Signs in at a provider as one of its users. */
export const signIn = async (browser: Browser, provider: string, user: string): Promise<void> => {
  await browser.get(`${ORIGIN}/auth/signin`)
  await browser.submit({}, { press: provider, redirect: 'follow' })
  if (browser.page()?.text.includes(user) === true) await browser.submit({}, { press: user, redirect: 'follow' })
}

/** Signs in at another provider while signed in, and connects that account. */
export const connect = async (browser: Browser, provider: string, user: string): Promise<void> => {
  const email = (await sessionOf(browser))?.user.email ?? ''
  await signIn(browser, provider, user)
  await browser.submit({}, { press: `Connect ${provider} to ${email}`, redirect: 'follow' })
}

interface SessionBody {
  readonly expires: string
  readonly user: { readonly id?: string; readonly email: string }
}

/** Reads the session. */
export const sessionOf = async (browser: Browser): Promise<SessionBody | null> =>
  (await browser.get(`${ORIGIN}/auth/session`)).json() as SessionBody | null

/** Signs out with the form of the page. */
export const signOut = async (browser: Browser): Promise<void> => {
  await browser.get(`${ORIGIN}/auth/signout`)
  await browser.submit({}, { redirect: 'follow' })
}
