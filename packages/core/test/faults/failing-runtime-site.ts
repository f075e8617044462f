import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { defaultRuntime, type EmailConfig, type Runtime } from '../../src/index.ts'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
import { makeClock, setUpAuth, type AuthSetup } from '@authwright/test-kit/auth-setup'

/** A part of the runtime that can fail: random bytes, the clock, or the cryptography. */
export type Part = 'random' | 'now' | 'crypto'

export interface FailingSite extends AuthSetup {
  readonly adapter: MemoryAdapter
  readonly mails: { readonly url: string; readonly code: string }[]
  /** Make a part fail from now on, or no part. */
  readonly breaks: (part?: Part) => void
}

const fail = (): never => {
  throw new Error('not today')
}

const makeMail = (mails: FailingSite['mails']): EmailConfig => ({
  id: 'mail',
  name: 'Mail',
  type: 'email',
  mode: 'both',
  sendVerificationRequest: ({ url, code = '' }) => void mails.push({ url, code }),
  sendNotification: ({ url, message }) =>
    void mails.push({ url, code: /^[A-Z]{4}-[A-Z]{4}$/m.exec(message.text)?.[0] ?? '' }),
})

/** A site with codes, a password, a provider and passkeys, where Ann is a user, with a runtime that can fail. */
export const failingSite = async (strategy: 'database' | 'jwt'): Promise<FailingSite> => {
  let broken: Part | undefined
  const clock = makeClock()
  const runtime: Partial<Runtime> = {
    crypto: new Proxy(defaultRuntime.crypto, {
      get: (engine, name) => (broken === 'crypto' ? fail() : (Reflect.get(engine, name) as unknown)),
    }),
    random: (length) => (broken === 'random' ? fail() : defaultRuntime.random(length)),
    now: () => (broken === 'now' ? fail() : clock.now()),
  }
  const mails: FailingSite['mails'] = []
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => ({ id: 'ann', name: 'Ann' }),
  }
  const hub = {
    id: 'hub',
    name: 'Hub',
    type: 'oauth' as const,
    clientId: 'client',
    clientSecret: 'client-secret',
    authorization: 'https://hub.example/authorize',
    token: 'https://hub.example/token',
    userinfo: 'https://hub.example/userinfo',
  }
  const adapter = memoryAdapter({ now: clock.now })
  await adapter.createUser({ id: 'ann', name: 'Ann', email: 'ann@example.org', emailVerified: new Date(clock.now()) })
  const providers = [makeMail(mails), password, hub, passkeyProvider()]
  const context = setUpAuth(
    { adapter, session: { strategy }, providers, experimental: { enableWebAuthn: true } },
    runtime,
  )
  return { ...context, clock, adapter, mails, breaks: (part) => void (broken = part) }
}
