import { createAuth, defaultRuntime, type AuthConfig, type AuthInstance } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { type Browser, openBrowser, type Page } from '@authwright/testing'
import { ProcessDied, type FaultyAdapter, makeFaultyAdapter } from './faulty-adapter.ts'
import type { ProviderUser } from './provider-user.ts'
import { codeOf } from './provider.ts'
import { makeVirtualTime, type VirtualTime } from './virtual-time.ts'

/** The rows of a store that the matrix checks. */
export interface Rows {
  readonly users: readonly { readonly id: string; readonly email: string | null }[]
  readonly accounts: readonly { readonly providerAccountId: string; readonly userId: string }[]
  readonly sessions: readonly { readonly userId: string }[]
}

/** An `AuthInstance` over an adapter that can fail, with virtual time. */
export interface FaultSetup {
  readonly faulty: FaultyAdapter
  readonly time: VirtualTime
  /** The adapter below, which never fails. */
  readonly adapter: Adapter
  readonly auth: AuthInstance
  /** Milliseconds that the slowest response took. */
  readonly longestWait: () => number
  /** The logged errors. */
  readonly errors: Error[]
  /** The links of the sent e-mails, in order. */
  readonly links: string[]
  /** The links that undo a change of the address, in order. */
  readonly undoLinks: string[]
  /** The codes of the sent e-mails, in order. */
  readonly codes: string[]
  /** The id that the credentials provider returns. */
  readonly credentials: { userId: string }
  readonly open: () => Browser
  /** Starts a sign-in. Returns the callback URL of the provider's response. */
  readonly start: (browser: Browser, user: ProviderUser, provider?: string) => Promise<string>
  readonly signIn: (browser: Browser, user: ProviderUser, provider?: string) => Promise<Page>
  /** Starts linking an account of the second provider. Returns the callback URL of the provider's response. */
  readonly startLink: (browser: Browser, user: ProviderUser) => Promise<string>
  readonly link: (browser: Browser, user: ProviderUser) => Promise<Page>
  /** Requests a magic link and returns it. */
  readonly requestLink: (browser: Browser, email: string) => Promise<string>
}

export const ORIGIN = 'https://app.example.com'
export const HOME = `${ORIGIN}/members`

const codes = ({ codes: sent }: Pick<FaultSetup, 'codes'>) => ({
  id: 'code',
  name: 'Code',
  type: 'email' as const,
  mode: 'code' as const,
  limits: { sends: 1000 },
  sendVerificationRequest: ({ token }: { token: string }) => void sent.push(token),
})

/** Sends a link to a new address, and also a code where the adapter has counters. */
const notifications = (
  { links, codes: sent, undoLinks }: Pick<FaultSetup, 'links' | 'codes' | 'undoLinks'>,
  adapter: Adapter,
) => ({
  id: 'notifications',
  name: 'Notifications',
  type: 'email' as const,
  mode: typeof adapter.incrementCounter === 'function' ? ('both' as const) : ('link' as const),
  limits: { sends: 1000 },
  sendVerificationRequest: () => undefined,
  sendNotification: ({ url, message }: { url: string; message: { text: string } }) => {
    if (url.includes('/undo-email?')) undoLinks.push(url)
    // Other notifications about a finished change contain no link.
    if (!url.includes('/change-email?')) return
    links.push(url)
    sent.push(...(/^[A-Z]{4}-[A-Z]{4}$/m.exec(message.text) ?? []))
  },
})

const configOf = (
  setup: Pick<FaultSetup, 'links' | 'codes' | 'errors' | 'credentials' | 'undoLinks'>,
  adapter: Adapter,
  issuer: string,
) => {
  const oauth = (id: string) => ({
    id,
    name: id,
    type: 'oauth' as const,
    clientId: 'client',
    clientSecret: 'client-secret',
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    emailVerified: (profile: { readonly email_verified?: unknown }) => profile.email_verified === true,
    allowUnverifiedEmail: true,
  })
  return {
    adapter,
    secret: 'the secret of a matrix of faults, long enough',
    trustHost: true,
    logger: { error: (error: Error) => void setup.errors.push(error), warn: () => undefined, debug: () => undefined },
    providers: [
      oauth('one'),
      oauth('two'),
      {
        id: 'mail',
        name: 'Mail',
        type: 'email' as const,
        limits: { sends: 1000 },
        sendVerificationRequest: ({ url }: { url: string }) => void setup.links.push(url),
      },
      notifications(setup, adapter),
      ...(typeof adapter.incrementCounter === 'function' ? [codes(setup)] : []),
      {
        id: 'password',
        name: 'Password',
        type: 'credentials' as const,
        credentials: {},
        authorize: () => ({ id: setup.credentials.userId }),
      },
    ],
  }
}

/**
 * An `AuthInstance` over an adapter. `issuer` is the provider's origin; `more` is config that additional flows need.
 */
export const setUpFaults = (
  adapter: Adapter,
  issuer: string,
  strategy: 'jwt' | 'database',
  more: Partial<AuthConfig> = {},
): FaultSetup => {
  const time = makeVirtualTime()
  const faulty = makeFaultyAdapter(adapter, time.passSoon)
  const errors: Error[] = []
  const links: string[] = []
  const undoLinks: string[] = []
  const sent: string[] = []
  const credentials = { userId: '' }
  const own = configOf({ links, codes: sent, errors, credentials, undoLinks }, faulty.adapter, issuer)
  const providers = [...own.providers, ...(more.providers ?? [])]
  const config: AuthConfig = { ...more, ...own, providers, session: { strategy } }
  const auth = createAuth(config, { ...defaultRuntime, now: time.now, after: time.after })
  let longestWait = 0
  const handler = async (request: Request): Promise<Response> => {
    time.forward(1000)
    time.takeWaited()
    const response = await auth.handle(request)
    longestWait = Math.max(longestWait, time.takeWaited())
    if (faulty.isDead()) throw new ProcessDied('no response')
    return response
  }
  const begin = async (browser: Browser, user: ProviderUser, provider: string, link: string) => {
    const page = await browser.post(`${ORIGIN}/auth/signin/${provider}`, { callbackUrl: HOME, link })
    const parameters = page.location?.searchParams
    const url = new URL(parameters?.get('redirect_uri') ?? ORIGIN)
    url.search = new URLSearchParams({ code: codeOf(user), state: parameters?.get('state') ?? '' }).toString()
    return url.href
  }
  const start: FaultSetup['start'] = (browser, user, provider = 'one') => begin(browser, user, provider, '')
  const startLink: FaultSetup['startLink'] = (browser, user) => begin(browser, user, 'two', 'true')
  return {
    faulty,
    time,
    adapter,
    auth,
    longestWait: () => longestWait,
    errors,
    links,
    undoLinks,
    codes: sent,
    credentials,
    open: () => openBrowser({ handler, origin: ORIGIN, now: time.now }),
    start,
    signIn: async (browser, user, provider) => browser.get(await start(browser, user, provider)),
    startLink,
    link: async (browser, user) => browser.get(await startLink(browser, user)),
    requestLink: async (browser, email) => {
      await browser.post(`${ORIGIN}/auth/signin/mail`, { email, callbackUrl: HOME })
      return links.at(-1) ?? ''
    },
  }
}
