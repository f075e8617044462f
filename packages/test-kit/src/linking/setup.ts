import { randomBytes } from 'node:crypto'
import type { Adapter, AuthConfig, EmailConfig, NotificationParams, Runtime } from '@authwright/core'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { callbackUrl } from '../oauth-provider.ts'
import type { TestProvider } from '../oauth-provider.ts'
import { fullLocation, location, setUpAuth } from '../auth-setup.ts'
import type { AuthSetup, TestBrowser } from '../auth-setup.ts'

/** A site with three providers, mails and passkeys. */
export interface LinkingSetup extends AuthSetup {
  readonly adapter: Adapter
  readonly provider: TestProvider
  readonly mails: { readonly to: string; readonly url: string }[]
  readonly notifications: NotificationParams[]
  /** Names of the events, and what they were told. */
  readonly events: [name: string, told: Record<string, unknown>][]
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
  const notices: NotificationParams[] = []
  const events: LinkingSetup['events'] = []
  const email: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    limits: { sends: 1e9 },
    sendVerificationRequest: ({ identifier, url }) => void mails.push({ to: identifier, url }),
    sendNotification: (params) => void notices.push(params),
    ...mail,
  }
  const ways = ['oa', 'ob', 'oc'].map((id) => provider.config({ id, name: id.toUpperCase() }))
  const hear = EVENTS.map((name) => [name, (told: Record<string, unknown>) => void events.push([name, told])] as const)
  const whole = {
    providers: [...ways, email, passkeyProvider()],
    adapter,
    experimental: { enableWebAuthn: true },
    events: Object.fromEntries(hear),
    ...config,
  }
  const context = setUpAuth(whole, runtime)
  return { ...context, adapter, provider, mails, notifications: notices, events }
}

/** A person nobody else is, as a provider tells of them. */
export const newProviderUser = (more: Record<string, unknown> = {}) => {
  // A letter that has a capital, whatever comes after it.
  const id = `p${randomBytes(6).toString('hex')}`
  return { id, name: 'Ann', email: `${id}@example.org`, ...more }
}

export type ProviderUser = ReturnType<typeof newProviderUser>

/** Leave for a provider; the answer is where the browser is sent. */
export const startSignIn = async (
  visitor: TestBrowser,
  id: string,
  fields: Record<string, string> = {},
): Promise<string> => fullLocation(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/settings', ...fields }))

/** Come back from a provider, where this person is; the answer is where the browser is sent. */
export const finishSignIn = async (
  { provider }: LinkingSetup,
  visitor: TestBrowser,
  url: string,
  person: ProviderUser,
): Promise<string> => {
  provider.profile = person
  return location(await visitor.get(callbackUrl(url)))
}

/** Go to a provider and back. */
export const signInAt = async (
  world: LinkingSetup,
  visitor: TestBrowser,
  id: string,
  person: ProviderUser,
): Promise<string> => finishSignIn(world, visitor, await startSignIn(visitor, id), person)

/** Somebody who has just signed up at the first provider. */
export const signUp = async (
  world: LinkingSetup,
  person = newProviderUser(),
): Promise<{ visitor: TestBrowser; person: ProviderUser }> => {
  const visitor = world.browser()
  const where = await signInAt(world, visitor, 'oa', person)
  if (where.includes('error')) throw new Error(`no sign-up: ${where} ${world.errors.map(String).join()}`)
  return { visitor, person }
}

/** Sign in by the link of a mail. */
export const signInByMail = async (world: LinkingSetup, visitor: TestBrowser, email: string): Promise<void> => {
  await visitor.post('/auth/signin/mail', { email })
  await visitor.get(world.mails.at(-1)?.url ?? '')
}

/** A browser with the session's cookies and nothing else: what a thief of sessions has. */
export const copySessionCookies = (world: LinkingSetup, visitor: TestBrowser): TestBrowser =>
  world.browser(Object.fromEntries([...visitor.cookies].filter(([name]) => name.includes('session-token'))))

/** The id of the user who has this account. */
export const userIdOf = async (
  { adapter }: LinkingSetup,
  provider: string,
  { id }: ProviderUser,
): Promise<string | undefined> => (await adapter.getUserByAccount?.({ provider, providerAccountId: id }))?.id

/** All ways in of whoever has this account, as the database has them. */
export const signInMethodsOf = async (world: LinkingSetup, provider: string, person: ProviderUser) => {
  const id = (await userIdOf(world, provider, person)) ?? ''
  const accounts = (await world.adapter.listAccounts?.(id)) ?? []
  const passkeys = (await world.adapter.listAuthenticatorsByUserId?.(id)) ?? []
  return {
    accounts: accounts.map((row) => row.provider).toSorted(),
    passkeys: passkeys.map(({ credentialID }) => credentialID),
  }
}

export const unlink = (visitor: TestBrowser, provider: string, { id }: ProviderUser): Promise<Response> =>
  visitor.post('/auth/account', { action: 'unlink', provider, providerAccountId: id })
