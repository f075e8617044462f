import type { Browser } from '@authwright/testing'
import { isSignedIn, newProviderUser, type ProviderUser, type FaultSetup } from '@authwright/test-kit/fault-matrix'
import { Passkey } from '../../webauthn/authenticator.ts'
import type { Options } from '../../webauthn/authenticator.ts'

/** The options of a ceremony, as a script gets them. */
export const optionsOf = async (browser: Browser, query: Record<string, string>): Promise<Options> => {
  const page = await browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)
  return (page.json() as { options: Options }).options
}

/** What a browser sends of a new passkey; with an address, of somebody new. */
export const register = async (browser: Browser, passkey: Passkey, email?: string): Promise<Record<string, string>> => {
  const options = await optionsOf(browser, { action: 'register', ...(email === undefined ? {} : { email }) })
  return { action: 'register', data: passkey.register(options) }
}

/** Ends a ceremony. */
export const send = (browser: Browser, fields: Record<string, string>) => browser.post('/auth/callback/passkey', fields)

/** Signs in with a passkey. */
export const enter = async (browser: Browser, passkey: Passkey): Promise<void> => {
  const options = await optionsOf(browser, { action: 'authenticate' })
  await send(browser, { action: 'authenticate', data: passkey.assert(options) })
}

/** Whether a passkey signs in, in a browser of its own. */
export const opens = async (setup: FaultSetup, passkey: Passkey): Promise<boolean> => {
  const other = setup.open()
  await enter(other, passkey)
  return isSignedIn(other)
}

/** What is stored of a passkey. */
export const rowOf = ({ adapter }: FaultSetup, { id }: Passkey) => adapter.getAuthenticator?.(id.toString('base64'))

export interface Member {
  readonly user: ProviderUser
  readonly passkey: Passkey
  readonly browser: Browser
}

/** Somebody who signed up with a passkey, has proven the address, and is signed in. */
export const makeMember = async (setup: FaultSetup): Promise<Member> => {
  const user = newProviderUser({ email_verified: false })
  const passkey = new Passkey()
  const browser = setup.open()
  await send(browser, await register(browser, passkey, user.email))
  await browser.get(setup.links.at(-1) ?? '')
  return { user, passkey, browser }
}

/** Methods without which nobody has a passkey. */
export const needs = ['createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'] as const
/** What all flows with passkeys have in common, unless they say otherwise. */
export const passkeyFlow = { strategy: 'database', respondsWith: 'redirect', needs } as const
