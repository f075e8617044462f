import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import type { AuthConfig, EmailConfig, WebAuthnUserConfig } from '@authwright/core'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { setUpAuth, type AuthSetup, type TestBrowser } from '../auth-setup.ts'
import type { Options, Passkey, ResponseChanges } from './authenticator.ts'

export interface PasskeySetup extends AuthSetup {
  readonly adapter: MemoryAdapter
  /** The addresses, links, codes and texts of the sent e-mails. */
  readonly mails: {
    readonly to: string
    readonly url: string
    readonly code: string | undefined
    readonly text: string
  }[]
}

/** An e-mail provider that records its e-mails instead of sending them. */
export const recordingMailer = (mails: PasskeySetup['mails'], mode: 'link' | 'both' = 'both'): EmailConfig => ({
  id: 'mail',
  name: 'Mail',
  type: 'email',
  mode,
  sendVerificationRequest: ({ identifier, url, code, message }) =>
    void mails.push({ to: identifier, url, code, text: message.text }),
})

export interface PasskeySetupOptions {
  readonly config?: Partial<AuthConfig>
  readonly passkey?: WebAuthnUserConfig
  readonly withMail?: boolean
  readonly adapter?: MemoryAdapter
}

/** Set up an application with passkeys. */
export const setUpPasskeys = ({
  config = {},
  passkey = {},
  withMail = false,
  adapter,
}: PasskeySetupOptions = {}): PasskeySetup => {
  const mails: PasskeySetup['mails'] = []
  let now = (): number => 0
  const memory = adapter ?? memoryAdapter({ now: () => now() })
  const providers = [passkeyProvider(passkey), ...(withMail ? [recordingMailer(mails)] : [])]
  const context = setUpAuth({ providers, adapter: memory, experimental: { enableWebAuthn: true }, ...config })
  now = context.clock.now
  return { ...context, adapter: memory, mails }
}

/** The response of the options endpoint. */
export interface OptionsResponse {
  readonly status: number
  readonly action?: string
  readonly error?: string
  readonly options: Options
}

export const fetchOptions = async (
  browser: TestBrowser,
  query: Readonly<Record<string, string>> = {},
  id = 'passkey',
): Promise<OptionsResponse> => {
  const response = await browser.get(`/auth/webauthn-options/${id}?${new URLSearchParams(query)}`)
  return { status: response.status, ...((await response.json()) as Omit<OptionsResponse, 'status'>) }
}

export const postResponse = (
  browser: TestBrowser,
  action: string,
  data: string,
  more: Record<string, string> = {},
  id = 'passkey',
): Promise<Response> => browser.post(`/auth/callback/${id}`, { action, data, ...more })

/** Run a registration ceremony: a sign-up, or a new passkey for a signed-in user. */
export const register = async (
  browser: TestBrowser,
  passkey: Passkey,
  email?: string,
  changes: ResponseChanges = {},
): Promise<Response> => {
  const { options } = await fetchOptions(browser, { action: 'register', ...(email === undefined ? {} : { email }) })
  return postResponse(browser, 'register', passkey.register(options, changes))
}

export const signIn = async (
  browser: TestBrowser,
  passkey: Passkey,
  changes: ResponseChanges = {},
): Promise<Response> => {
  const { options } = await fetchOptions(browser, { action: 'authenticate' })
  return postResponse(browser, 'authenticate', passkey.assert(options, changes))
}

/** Sign a new user up with a passkey. Returns the signed-in browser. */
export const signUp = async (
  setup: PasskeySetup,
  passkey: Passkey,
  email = 'ada@example.org',
): Promise<TestBrowser> => {
  const browser = setup.browser()
  const response = await register(browser, passkey, email)
  if (response.headers.get('location')?.includes('error=') !== false) {
    throw new Error(`The sign-up failed: ${response.headers.get('location')} ${setup.errors.map(String).join()}`)
  }
  return browser
}

/** The reason of the last failure in the log. */
export const lastReason = ({ reasons }: Pick<AuthSetup, 'reasons'>): unknown => reasons.at(-1)
