import { memoryAdapter } from '@authwright/testing'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
import { setUpAuth, ORIGIN, type AuthSetup } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { openLinkAndKeepPasskey } from '@authwright/test-kit/webauthn/keep-passkey'
import { recordingMailer, register, signIn, type PasskeySetup } from '@authwright/test-kit/webauthn/passkey-setup'
import { emailOf, live as liveWithCookies, password, type Outcome } from './cookies.ts'

/** Without an `Origin` header, as from a client without pages, the CSRF token is required. */
const byPassword = async ({ browser }: AuthSetup): Promise<Outcome> => {
  const visitor = browser()
  const { csrfToken } = (await (await visitor.get('/auth/csrf')).json()) as { csrfToken: string }
  const send = (password: string, token: string): Promise<Response> =>
    visitor.post('/auth/callback/credentials', { name: 'Ann', password, csrfToken: token }, {})
  await send('right', 'forged')
  const forged = await emailOf(visitor)
  await send('wrong', csrfToken)
  const wrong = await emailOf(visitor)
  await send('right', csrfToken)
  const right = await emailOf(visitor)
  await visitor.post('/auth/signout')
  return { forged, wrong, right, after: await emailOf(visitor) }
}

const byLink = async ({ browser }: AuthSetup, mails: PasskeySetup['mails']): Promise<Outcome> => {
  const visitor = browser()
  await visitor.post('/auth/signin/mail', { email: 'Bob@Example.org' })
  const { to = '', url = '' } = mails.at(-1) ?? {}
  await visitor.get(url)
  return { to, opened: new URL(url).origin, session: await emailOf(visitor) }
}

const flipLastBit = (bytes: Uint8Array): Uint8Array => bytes.slice(-1).map((last) => last ^ 1)

/** A sign-up with its link, a sign-in in another browser, and a sign-in with one flipped bit in the signature. */
const byPasskey = async ({ browser }: AuthSetup, mails: PasskeySetup['mails'], alg: number): Promise<Outcome> => {
  const passkey = new Passkey({ alg })
  const [laptop, phone, attacker] = [browser(), browser(), browser()]
  await register(laptop, passkey, `${alg}@example.org`)
  await openLinkAndKeepPasskey(laptop, mails.at(-1)?.url ?? '')
  await signIn(phone, passkey)
  await signIn(attacker, passkey, { signature: (bytes) => Buffer.concat([bytes.subarray(0, -1), flipLastBit(bytes)]) })
  return { signedUp: await emailOf(laptop), signedIn: await emailOf(phone), attacker: await emailOf(attacker) }
}

/** Sign-ins with all methods that need no provider. */
export const live = async (): Promise<Outcome> => {
  const mails: PasskeySetup['mails'] = []
  let now = (): number => 0
  const adapter = memoryAdapter({ now: () => now() })
  const experimental = { enableWebAuthn: true }
  const providers = [passkeyProvider(), recordingMailer(mails), password]
  const context = setUpAuth({ providers, adapter, experimental, session: { strategy: 'jwt' } })
  now = context.clock.now
  return {
    origin: ORIGIN,
    password: await byPassword(context),
    link: await byLink(context, mails),
    passkeys: {
      EdDSA: await byPasskey(context, mails, -8),
      ES256: await byPasskey(context, mails, -7),
      RS256: await byPasskey(context, mails, -257),
    },
    ...(await liveWithCookies()),
    errors: context.errors.map((error) => error.name),
  }
}
