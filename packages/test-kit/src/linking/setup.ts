import { randomBytes } from 'node:crypto'
import type { Adapter, AuthConfig, EmailConfig, NotificationParams, Runtime } from '@authwright/core'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { answerOf } from '../oauth-provider.ts'
import type { TestProvider } from '../oauth-provider.ts'
import { fullLocation, location, makeSite } from '../site.ts'
import type { Site, Visitor } from '../site.ts'

/** A site with three providers, mails and passkeys. */
export interface World extends Site {
  readonly adapter: Adapter
  readonly provider: TestProvider
  readonly mails: { readonly to: string; readonly url: string }[]
  readonly notices: NotificationParams[]
  /** Names of the events, and what they were told. */
  readonly events: [name: string, told: Record<string, unknown>][]
}

export interface Wishes {
  readonly adapter: Adapter
  readonly provider: TestProvider
  readonly config?: Partial<AuthConfig>
  readonly mail?: Partial<EmailConfig>
  readonly runtime?: Partial<Runtime>
}

const EVENTS = ['linkAccount', 'unlinkAccount', 'createAuthenticator', 'deleteAuthenticator'] as const

export const makeWorld = ({ adapter, provider, config = {}, mail = {}, runtime = {} }: Wishes): World => {
  const mails: World['mails'] = []
  const notices: NotificationParams[] = []
  const events: World['events'] = []
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
  const context = makeSite(whole, runtime)
  return { ...context, adapter, provider, mails, notices, events }
}

/** A person nobody else is, as a provider tells of them. */
export const newPerson = (more: Record<string, unknown> = {}) => {
  // A letter that has a capital, whatever comes after it.
  const id = `p${randomBytes(6).toString('hex')}`
  return { id, name: 'Ann', email: `${id}@example.org`, ...more }
}

export type Person = ReturnType<typeof newPerson>

/** Leave for a provider; the answer is where the browser is sent. */
export const leave = async (visitor: Visitor, id: string, fields: Record<string, string> = {}): Promise<string> =>
  fullLocation(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/settings', ...fields }))

/** Come back from a provider, where this person is; the answer is where the browser is sent. */
export const comeBack = async ({ provider }: World, visitor: Visitor, url: string, person: Person): Promise<string> => {
  provider.person = person
  return location(await visitor.get(answerOf(url)))
}

/** Go to a provider and back. */
export const go = async (world: World, visitor: Visitor, id: string, person: Person): Promise<string> =>
  comeBack(world, visitor, await leave(visitor, id), person)

/** Somebody who has just signed up at the first provider. */
export const member = async (world: World, person = newPerson()): Promise<{ visitor: Visitor; person: Person }> => {
  const visitor = world.browser()
  const where = await go(world, visitor, 'oa', person)
  if (where.includes('error')) throw new Error(`no sign-up: ${where} ${world.errors.map(String).join()}`)
  return { visitor, person }
}

/** Sign in by the link of a mail. */
export const signInByMail = async (world: World, visitor: Visitor, email: string): Promise<void> => {
  await visitor.post('/auth/signin/mail', { email })
  await visitor.get(world.mails.at(-1)?.url ?? '')
}

/** A browser with the session's cookies and nothing else: what a thief of sessions has. */
export const thiefOf = (world: World, visitor: Visitor): Visitor =>
  world.browser(Object.fromEntries([...visitor.cookies].filter(([name]) => name.includes('session-token'))))

/** The id of the user who has this account. */
export const ownerOf = async ({ adapter }: World, provider: string, { id }: Person): Promise<string | undefined> =>
  (await adapter.getUserByAccount?.({ provider, providerAccountId: id }))?.id

/** All ways in of whoever has this account, as the database has them. */
export const waysOf = async (world: World, provider: string, person: Person) => {
  const id = (await ownerOf(world, provider, person)) ?? ''
  const accounts = (await world.adapter.listAccounts?.(id)) ?? []
  const passkeys = (await world.adapter.listAuthenticatorsByUserId?.(id)) ?? []
  return {
    accounts: accounts.map((row) => row.provider).toSorted(),
    passkeys: passkeys.map(({ credentialID }) => credentialID),
  }
}

export const unlink = (visitor: Visitor, provider: string, { id }: Person): Promise<Response> =>
  visitor.post('/auth/account', { action: 'unlink', provider, providerAccountId: id })
