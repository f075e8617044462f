import { createServer } from 'node:http'
import { createAuth, type AuthInstance } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { type Browser, openBrowser } from '@authwright/testing'
import { optionsOf } from '../fault-matrix/passkeys/steps.ts'
import { Passkey } from '../webauthn/authenticator.ts'

export const ORIGIN = 'https://app.example.com'
export const COOKIE = '__Host-authwright.session-token'
export const MANY = 50

/** Milliseconds. Fifty requests take turns, and a slow machine must not fail the test. */
const TIMEOUT = 100_000

/** An application with every sign-in method. */
export interface RaceSetup {
  readonly auth: AuthInstance
  readonly open: () => Browser
  readonly links: string[]
  readonly codes: string[]
}

export const setUpRaces = (adapter: Adapter, issuer = ORIGIN, verifiesEmail = false): RaceSetup => {
  const links: string[] = []
  const codes: string[] = []
  const auth = createAuth({
    adapter,
    secret: 'the secret of fifty concurrent requests, long enough',
    trustHost: true,
    adapterTimeout: TIMEOUT,
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    experimental: { enableWebAuthn: true },
    providers: [
      passkeyProvider({}),
      {
        id: 'one',
        name: 'One',
        type: 'oauth',
        clientId: 'client',
        clientSecret: 'client-secret',
        authorization: `${issuer}/authorize`,
        token: `${issuer}/token`,
        userinfo: `${issuer}/userinfo`,
        timeout: TIMEOUT,
        emailVerified: () => verifiesEmail,
      },
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        limits: { sends: 1000 },
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
      {
        id: 'code',
        name: 'Code',
        type: 'email',
        mode: 'code',
        limits: { sends: 1000 },
        sendVerificationRequest: ({ token }) => void codes.push(token),
      },
    ],
  })
  return { auth, links, codes, open: () => openBrowser({ handler: (request) => auth.handle(request), origin: ORIGIN }) }
}

/** Requests a sign-in link. */
export const requestLink = async (
  { open, links }: RaceSetup,
  email: string,
): Promise<{ browser: Browser; link: string }> => {
  const browser = open()
  await browser.post('/auth/signin/mail', { email })
  return { browser, link: links.at(-1) ?? '' }
}

export const many = <Value>(work: (i: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: MANY }, (_, i) => work(i)))

export const newAddress = (): string => `${crypto.randomUUID()}@example.org`

/** Opens a link in another browser than the one that requested it, and presses the button of the page. */
export const confirm = async (setup: RaceSetup, link: string): Promise<Browser> => {
  const browser = setup.open()
  const { searchParams, pathname } = new URL(link)
  await browser.post(pathname, Object.fromEntries(searchParams))
  return browser
}

/** A provider with one user. */
export const startOneUserProvider = async (email: string) => {
  const server = createServer((request, response) => {
    request.resume()
    const body = request.url === '/token' ? { access_token: 'token', token_type: 'Bearer' } : { id: email, email }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { origin, close }
}

/** A browser with the same cookies. One-time values are bound to them. */
export const copyOf = (setup: RaceSetup, browser: Browser): Browser => {
  const copy = setup.open()
  for (const { name, value } of browser.jar.list()) {
    copy.jar.store(`${name}=${value}; Path=/; Secure`, new URL(ORIGIN))
  }
  return copy
}

/** Signs up with a passkey. Returns the link of the verification e-mail. */
export const signUpWithPasskey = async (setup: RaceSetup, email: string) => {
  const browser = setup.open()
  const passkey = new Passkey()
  const data = passkey.register(await optionsOf(browser, { action: 'register', email }))
  await browser.post('/auth/callback/passkey', { action: 'register', data })
  return { browser, passkey, confirmation: setup.links.at(-1) ?? '' }
}
