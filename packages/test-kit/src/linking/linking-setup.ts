import { randomBytes } from 'node:crypto'
import type { Adapter, AuthConfig, EmailConfig, NotificationParams, Runtime } from '@authwright/core'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { callbackUrl, type TestProvider } from '../oauth-provider.ts'
import { fullLocation, location, setUpAuth, type AuthSetup, type TestBrowser } from '../auth-setup.ts'

/** An application with three providers, e-mail and passkeys. */
export interface LinkingSetup extends AuthSetup {
  readonly adapter: Adapter
  readonly provider: TestProvider
  readonly mails: { readonly to: string; readonly url: string }[]
  readonly notifications: NotificationParams[]
  /** The names and messages of the events. */
  readonly events: [name: string, message: Record<string, unknown>][]
}

export interface LinkingSetupOptions {
  readonly adapter: Adapter
  readonly provider: TestProvider
  readonly config?: Partial<AuthConfig>
  readonly mail?: Partial<EmailConfig>
  readonly runtime?: Partial<Runtime>
}

const EVENTS = ['linkAccount', 'unlinkAccount', 'createAuthenticator', 'deleteAuthenticator'] as const

export const setUpLinking = ({
  adapter,
  provider,
  config = {},
  mail = {},
  runtime = {},
}: LinkingSetupOptions): LinkingSetup => {
  const mails: LinkingSetup['mails'] = []
  const notifications: NotificationParams[] = []
  const events: LinkingSetup['events'] = []
  const email: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    limits: { sends: 1e9 },
    sendVerificationRequest: ({ identifier, url }) => void mails.push({ to: identifier, url }),
    sendNotification: (params) => void notifications.push(params),
    ...mail,
  }
  const oauth = ['oa', 'ob', 'oc'].map((id) => provider.config({ id, name: id.toUpperCase() }))
  const handlers = EVENTS.map(
    (name) => [name, (message: Record<string, unknown>) => void events.push([name, message])] as const,
  )
  const whole = {
    providers: [...oauth, email, passkeyProvider()],
    adapter,
    experimental: { enableWebAuthn: true },
    events: Object.fromEntries(handlers),
    ...config,
  }
  const context = setUpAuth(whole, runtime)
  return { ...context, adapter, provider, mails, notifications, events }
}

/** The profile of a new user at a provider. */
export const newProviderUser = (more: Record<string, unknown> = {}) => {
  // Starts with a letter, so that the address has a different upper-case form.
  const id = `p${randomBytes(6).toString('hex')}`
  return { id, name: 'Ann', email: `${id}@example.org`, ...more }
}

export type ProviderUser = ReturnType<typeof newProviderUser>

/** Start a sign-in at a provider. Returns the authorization URL. */
export const startSignIn = async (
  browser: TestBrowser,
  id: string,
  fields: Record<string, string> = {},
): Promise<string> => fullLocation(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/settings', ...fields }))

/** Return from the provider as this user. Returns the URL of the redirect. */
export const finishSignIn = async (
  { provider }: Pick<LinkingSetup, 'provider'>,
  browser: TestBrowser,
  url: string,
  user: ProviderUser,
): Promise<string> => {
  provider.profile = user
  return location(await browser.get(callbackUrl(url)))
}

/** Sign in at a provider. Returns the URL of the redirect. */
export const signInAt = async (
  setup: Pick<LinkingSetup, 'provider'>,
  browser: TestBrowser,
  id: string,
  user: ProviderUser,
): Promise<string> => finishSignIn(setup, browser, await startSignIn(browser, id), user)

/** Start a sign-in that links the account to the signed-in user. Returns the URL of the redirect. */
export const startLink = (browser: TestBrowser, id: string): Promise<string> =>
  startSignIn(browser, id, { link: 'true' })

/** Link an account to the signed-in user. Returns the URL of the redirect; a user who may not link stays here. */
export const linkAt = async (
  setup: LinkingSetup,
  browser: TestBrowser,
  id: string,
  user: ProviderUser,
): Promise<string> => {
  const url = await startLink(browser, id)
  return url.startsWith(setup.provider.origin) ? finishSignIn(setup, browser, url, user) : url
}

/** Sign a new user up at the first provider. */
export const signUp = async (
  setup: LinkingSetup,
  user = newProviderUser(),
): Promise<{ browser: TestBrowser; user: ProviderUser }> => {
  const browser = setup.browser()
  const where = await signInAt(setup, browser, 'oa', user)
  if (where.includes('error')) throw new Error(`The sign-up failed: ${where} ${setup.errors.map(String).join()}`)
  return { browser, user }
}

/** Sign in with the link of an e-mail. */
export const signInByMail = async (setup: LinkingSetup, browser: TestBrowser, email: string): Promise<void> => {
  await browser.post('/auth/signin/mail', { email })
  await browser.get(setup.mails.at(-1)?.url ?? '')
}

/** A browser with only the session cookies, like that of an attacker who stole a session. */
export const copySessionCookies = (setup: LinkingSetup, browser: TestBrowser): TestBrowser =>
  setup.browser(Object.fromEntries([...browser.cookies].filter(([name]) => name.includes('session-token'))))

/** The id of the user with this account. */
export const userIdOf = async (
  { adapter }: LinkingSetup,
  provider: string,
  { id }: ProviderUser,
): Promise<string | undefined> => (await adapter.getUserByAccount?.({ provider, providerAccountId: id }))?.id

/** The stored sign-in methods of the user with this account. */
export const signInMethodsOf = async (setup: LinkingSetup, provider: string, user: ProviderUser) => {
  const id = (await userIdOf(setup, provider, user)) ?? ''
  const accounts = (await setup.adapter.listAccounts?.(id)) ?? []
  const passkeys = (await setup.adapter.listAuthenticatorsByUserId?.(id)) ?? []
  return {
    accounts: accounts.map((row) => row.provider).toSorted(),
    passkeys: passkeys.map(({ credentialID }) => credentialID),
  }
}

export const unlink = (browser: TestBrowser, provider: string, { id }: ProviderUser): Promise<Response> =>
  browser.post('/auth/account', { action: 'unlink', provider, providerAccountId: id })
