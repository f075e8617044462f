import type { AuthConfig, customFetch as customFetchSymbol } from '@auth/core'
import type { Adapter } from '@auth/core/adapters'
import type { CredentialsSignin as CredentialsSigninClass } from '@auth/core/errors'
import type CredentialsProvider from '@auth/core/providers/credentials'
import type GoogleProvider from '@auth/core/providers/google'
import type ResendProvider from '@auth/core/providers/resend'
import type WebAuthnProvider from '@auth/core/providers/webauthn'
import { credentialsOf, emulatorAt } from '@authwright/emulator'
import { memoryAdapter } from '@authwright/testing'

/** What an application imports from its integration. */
export interface Imports {
  readonly Credentials: typeof CredentialsProvider
  readonly CredentialsSignin: typeof CredentialsSigninClass
  readonly Google: typeof GoogleProvider
  readonly Resend: typeof ResendProvider
  readonly customFetch: typeof customFetchSymbol
  readonly WebAuthn?: typeof WebAuthnProvider
}

const read = (name: string): string => process.env[name] ?? ''

/** Tells the test what happened: an e-mail, an event. */
const report = async (text: string): Promise<void> => {
  await fetch(read('REPORTS'), { method: 'POST', body: text })
}

// Next.js bundles this module several times for one process. All copies have one store.
const shared = globalThis as { store?: Adapter }

/** The config of every application, as its developer wrote it for Auth.js. */
export const makeConfig = ({ Credentials, CredentialsSignin, Google, Resend, customFetch, WebAuthn }: Imports) => {
  class Locked extends CredentialsSignin {
    override code = 'locked'
  }
  const emulator = emulatorAt(read('EMULATOR'))
  const authorization = { url: emulator.locate('https://accounts.google.com/o/oauth2/v2/auth').href }
  return {
    adapter: (shared.store ??= memoryAdapter() as Adapter),
    session: { strategy: read('STRATEGY') === 'database' ? 'database' : 'jwt' },
    experimental: { enableWebAuthn: true },
    providers: [
      Credentials({
        credentials: { username: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
        authorize: ({ username, password }) => {
          if (username === 'locked') throw new Locked()
          const name = String(username)
          return password === 'right' ? { id: `id-of-${name}`, name, email: `${name}@example.org` } : null
        },
      }),
      Google({
        ...credentialsOf('google'),
        authorization,
        // The emulator requires a state.
        checks: ['pkce', 'state'],
        [customFetch]: emulator.fetch,
      }),
      Resend({
        apiKey: 'not used',
        from: 'app@example.org',
        sendVerificationRequest: ({ identifier, url }) => report(`e-mail to ${identifier}: ${url}`),
      }),
      ...(WebAuthn === undefined || read('PASSKEYS') === '' ? [] : [WebAuthn({})]),
    ],
    callbacks: {
      signIn: ({ user }) => user.name !== 'Grace Hopper',
      jwt: ({ token, account, trigger, session }) => {
        if (trigger === 'update') return { ...token, nickname: (session as { nickname?: string }).nickname }
        return account ? { ...token, provider: account.provider } : token
      },
      session: ({ session, token }) =>
        read('STRATEGY') === 'database'
          ? session
          : Object.assign(session, { provider: token['provider'], nickname: token['nickname'] }),
    },
    events: {
      signIn: ({ user, account }) => report(`signIn ${user.name ?? user.email} with ${account?.provider}`),
      signOut: (message) =>
        report(`signOut ${'token' in message ? (message.token?.name ?? message.token?.email) : ''}`),
    },
  } satisfies AuthConfig
}
