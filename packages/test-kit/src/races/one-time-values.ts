import type { Browser } from '@authwright/testing'
import { askForLink, copyOf, newAddress, optionsOf, press, signUp, type Site } from './setup.ts'

/** The same value, brought by fifty at once: how many of them it lets in. */
export type OneTime = (site: Site) => Promise<() => Promise<Browser>>

const link: OneTime = async (site) => {
  const asked = await askForLink(site, newAddress())
  return () => press(site, asked.link)
}

const code: OneTime = async (site) => {
  const email = newAddress()
  const asked = site.open()
  await asked.post('/auth/signin/code', { email })
  const fields = { email, code: site.codes.at(-1) ?? '' }
  return async () => {
    const browser = copyOf(site, asked)
    await browser.post('/auth/callback/code', fields)
    return browser
  }
}

const challenge: OneTime = async (site) => {
  const { browser, passkey, confirmation } = await signUp(site, newAddress())
  await browser.get(confirmation)
  const asked = site.open()
  const data = passkey.assert(await optionsOf(asked, { action: 'authenticate' }))
  return async () => {
    const copy = copyOf(site, asked)
    await copy.post('/auth/callback/passkey', { action: 'authenticate', data })
    return copy
  }
}

/** What can be used once. */
export const oneTimeValues: readonly (readonly [string, OneTime])[] = [
  ['a link', link],
  ['a code', code],
  ['a challenge of a passkey', challenge],
]
