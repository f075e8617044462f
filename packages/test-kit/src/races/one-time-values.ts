import type { Browser } from '@authwright/testing'
import { optionsOf } from '../fault-matrix/passkeys/steps.ts'
import { openLinkAndKeepPasskey } from '../webauthn/keep-passkey.ts'
import { requestLink, copyOf, newAddress, confirm, signUpWithPasskey, type RaceSetup } from './race-setup.ts'

/** Prepares a one-time value. Each call of the returned function uses it in a browser. */
export type OneTime = (setup: RaceSetup) => Promise<() => Promise<Browser>>

const link: OneTime = async (setup) => {
  const request = await requestLink(setup, newAddress())
  return () => confirm(setup, request.link)
}

const code: OneTime = async (setup) => {
  const email = newAddress()
  const browser = setup.open()
  await browser.post('/auth/signin/code', { email })
  const fields = { email, code: setup.codes.at(-1) ?? '' }
  return async () => {
    const copy = copyOf(setup, browser)
    await copy.post('/auth/callback/code', fields)
    return copy
  }
}

const challenge: OneTime = async (setup) => {
  const { browser: registered, passkey, confirmation } = await signUpWithPasskey(setup, newAddress())
  await openLinkAndKeepPasskey(registered, confirmation)
  const browser = setup.open()
  const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
  return async () => {
    const copy = copyOf(setup, browser)
    await copy.post('/auth/callback/passkey', { action: 'authenticate', data })
    return copy
  }
}

/** The values that can be used once. */
export const oneTimeValues: readonly (readonly [string, OneTime])[] = [
  ['a link', link],
  ['a code', code],
  ['a challenge of a passkey', challenge],
]
