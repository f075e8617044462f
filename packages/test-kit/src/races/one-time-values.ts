import type { Browser } from '@authwright/testing'
import { requestLink, copyOf, newAddress, optionsOf, confirm, signUp, type RaceSetup } from './setup.ts'

/** Prepares a one-time value. Each call of the returned function uses it in a browser. */
export type OneTime = (site: RaceSetup) => Promise<() => Promise<Browser>>

const link: OneTime = async (site) => {
  const request = await requestLink(site, newAddress())
  return () => confirm(site, request.link)
}

const code: OneTime = async (site) => {
  const email = newAddress()
  const browser = site.open()
  await browser.post('/auth/signin/code', { email })
  const fields = { email, code: site.codes.at(-1) ?? '' }
  return async () => {
    const copy = copyOf(site, browser)
    await copy.post('/auth/callback/code', fields)
    return copy
  }
}

const challenge: OneTime = async (site) => {
  const { browser: registered, passkey, confirmation } = await signUp(site, newAddress())
  await registered.get(confirmation)
  const browser = site.open()
  const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
  return async () => {
    const copy = copyOf(site, browser)
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
