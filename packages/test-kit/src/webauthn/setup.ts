import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import type { AuthConfig, EmailConfig, WebAuthnUserConfig } from '@authwright/core'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { makeSite } from '../site.ts'
import type { Site, Visitor } from '../site.ts'
import type { Options, Passkey, Twist } from './authenticator.ts'

export interface World extends Site {
  readonly adapter: MemoryAdapter
  /** Addresses and links of the mails that were sent. */
  readonly mails: { readonly to: string; readonly url: string; readonly code: string | undefined }[]
}

/** An e-mail provider that keeps what it should send. */
export const mailer = (mails: World['mails']): EmailConfig => ({
  id: 'mail',
  name: 'Mail',
  type: 'email',
  mode: 'both',
  sendVerificationRequest: ({ identifier, url, code }) => void mails.push({ to: identifier, url: url ?? '', code }),
})

export interface Wishes {
  readonly config?: Partial<AuthConfig>
  readonly passkey?: WebAuthnUserConfig
  readonly withMail?: boolean
  readonly adapter?: MemoryAdapter
}

/** A site with passkeys. */
export const makeWorld = ({ config = {}, passkey = {}, withMail = false, adapter }: Wishes = {}): World => {
  const mails: World['mails'] = []
  let now = (): number => 0
  const memory = adapter ?? memoryAdapter({ now: () => now() })
  const providers = [passkeyProvider(passkey), ...(withMail ? [mailer(mails)] : [])]
  const context = makeSite({ providers, adapter: memory, experimental: { enableWebAuthn: true }, ...config })
  now = context.clock.now
  return { ...context, adapter: memory, mails }
}

/** The answer to a question for options. */
export interface Offer {
  readonly status: number
  readonly action?: string
  readonly error?: string
  readonly options: Options
}

export const ask = async (
  visitor: Visitor,
  query: Readonly<Record<string, string>> = {},
  id = 'passkey',
): Promise<Offer> => {
  const response = await visitor.get(`/auth/webauthn-options/${id}?${new URLSearchParams(query)}`)
  return { status: response.status, ...((await response.json()) as Omit<Offer, 'status'>) }
}

export const answer = (
  visitor: Visitor,
  action: string,
  data: string,
  more: Record<string, string> = {},
  id = 'passkey',
): Promise<Response> => visitor.post(`/auth/callback/${id}`, { action, data, ...more })

/** Sign up, or add when signed in: the options are asked for, the passkey is made, the answer is sent. */
export const register = async (
  visitor: Visitor,
  passkey: Passkey,
  email?: string,
  twist: Twist = {},
): Promise<Response> => {
  const { options } = await ask(visitor, { action: 'register', ...(email === undefined ? {} : { email }) })
  return answer(visitor, 'register', passkey.register(options, twist))
}

export const signIn = async (visitor: Visitor, passkey: Passkey, twist: Twist = {}): Promise<Response> => {
  const { options } = await ask(visitor, { action: 'authenticate' })
  return answer(visitor, 'authenticate', passkey.assert(options, twist))
}

/** A person with a passkey, in the browser that made it. */
export const member = async (world: World, passkey: Passkey, email = 'ada@example.org'): Promise<Visitor> => {
  const visitor = world.browser()
  const response = await register(visitor, passkey, email)
  if (response.headers.get('location')?.includes('error=') !== false) {
    throw new Error(`no sign-up: ${response.headers.get('location')} ${world.errors.map(String).join()}`)
  }
  return visitor
}

/** The reason of the last error in the log. */
export const reason = ({ errors }: Pick<Site, 'errors'>): unknown =>
  (errors.at(-1)?.cause as { reason?: unknown } | undefined)?.reason
