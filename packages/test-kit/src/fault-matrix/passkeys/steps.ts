import type { Browser } from '@authwright/testing'
import { isSignedIn, newProviderUser, type ProviderUser, type FaultSetup } from '@authwright/test-kit/fault-matrix'
import { Passkey, type Options } from '../../webauthn/authenticator.ts'
import { openLinkAndKeepPasskey } from '../../webauthn/keep-passkey.ts'

/** The options of a ceremony. */
export const optionsOf = async (browser: Browser, query: Record<string, string>): Promise<Options> => {
  const page = await browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)
  return (page.json() as { options: Options }).options
}

/** The form of a registration. With an e-mail address it signs a new user up. */
export const register = async (browser: Browser, passkey: Passkey, email?: string): Promise<Record<string, string>> => {
  const options = await optionsOf(browser, { action: 'register', ...(email === undefined ? {} : { email }) })
  return { action: 'register', data: passkey.register(options) }
}

/** Sends the response of a ceremony. */
export const send = (browser: Browser, fields: Record<string, string>) => browser.post('/auth/callback/passkey', fields)

/** Signs in with a passkey. */
export const signInWithPasskey = async (browser: Browser, passkey: Passkey): Promise<void> => {
  const options = await optionsOf(browser, { action: 'authenticate' })
  await send(browser, { action: 'authenticate', data: passkey.assert(options) })
}

/** Whether a passkey can sign in, in a new browser. */
export const canSignIn = async (setup: FaultSetup, passkey: Passkey): Promise<boolean> => {
  const other = setup.open()
  await signInWithPasskey(other, passkey)
  return isSignedIn(other)
}

/** The stored row of a passkey. */
export const findRow = ({ adapter }: FaultSetup, { id }: Passkey) => adapter.getAuthenticator?.(id.toString('base64'))

export interface PasskeyUser {
  readonly user: ProviderUser
  readonly passkey: Passkey
  readonly browser: Browser
}

/** Signs a new user up with a passkey, verifies the e-mail address and keeps the passkey. */
export const signUpWithPasskey = async (setup: FaultSetup): Promise<PasskeyUser> => {
  const user = newProviderUser({ email_verified: false })
  const passkey = new Passkey()
  const browser = setup.open()
  await send(browser, await register(browser, passkey, user.email))
  await openLinkAndKeepPasskey(browser, setup.links.at(-1) ?? '')
  return { user, passkey, browser }
}

/** The adapter methods that passkeys need. */
export const needs = ['createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'] as const
/** The common members of the passkey flows. */
export const passkeyFlow = { strategy: 'database', respondsWith: 'redirect', needs } as const
