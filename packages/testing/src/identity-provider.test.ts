import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './cookie-browser.ts'
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts'

const redirectUri = 'http://localhost:5173/auth/callback/local'
const secret = 'a secret of the demo'

let provider: IdentityProvider
let config: oidc.Configuration

beforeAll(async () => {
  provider = await startIdentityProvider({
    clients: [{ clientId: 'demo', clientSecret: secret, name: 'A <b>bold</b> demo', redirectUris: [redirectUri] }],
  })
  const auth = oidc.ClientSecretBasic(secret)
  const options = { execute: [oidc.allowInsecureRequests] }
  config = await oidc.discovery(new URL(provider.issuer), 'demo', undefined, auth, options)
})
afterAll(() => provider.close())

const begin = async (parameters: Record<string, string> = {}) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const challenge = await oidc.calculatePKCECodeChallenge(verifier)
  const asked = { redirect_uri: redirectUri, scope: 'openid profile email', nonce: 'n', state: 's', ...parameters }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  return { verifier, url: oidc.buildAuthorizationUrl(config, { ...asked, ...pkce }) }
}

/** Chooses until the browser is sent back to the site. */
const choose = async (press: string, browser = openBrowser()) => {
  const { verifier, url } = await begin()
  await browser.get(url, { redirect: 'follow' })
  let page = await browser.submit({}, { press })
  while (page.location?.origin === provider.issuer) page = await browser.get(page.location)
  return { verifier, back: page.location ?? page.url }
}

const checksOf = (verifier: string) => ({ pkceCodeVerifier: verifier, expectedNonce: 'n', expectedState: 's' })

describe('the identity provider', () => {
  test('tells the site who was chosen, in the ID token and at the userinfo endpoint', async () => {
    const { verifier, back } = await choose('Ada')
    const tokens = await oidc.authorizationCodeGrant(config, back, checksOf(verifier))
    const person = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', email_verified: true }
    expect(tokens.claims()).toMatchObject({ ...person, picture: `${provider.issuer}/pictures/ada.svg` })
    expect(await oidc.fetchUserInfo(config, tokens.access_token, 'ada')).toMatchObject(person)
  })

  test('asks again each time, so that one browser can be several people', async () => {
    const browser = openBrowser()
    for (const [name, sub] of [
      ['Ada', 'ada'],
      ['Alan', 'alan'],
    ] as const) {
      const { verifier, back } = await choose(name, browser)
      const tokens = await oidc.authorizationCodeGrant(config, back, checksOf(verifier))
      expect(tokens.claims()?.sub).toBe(sub)
    }
  })

  test('a denial reaches the site as access_denied', async () => {
    const { back } = await choose('Deny')
    expect(back.origin).toBe('http://localhost:5173')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's' })
  })

  test('the page escapes the name of the site', async () => {
    const { url } = await begin()
    const page = await openBrowser().get(url, { redirect: 'follow' })
    expect(page.text).toContain('Sign in to A <b>bold</b> demo')
    expect(page.body).not.toContain('<b>bold')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('nobody signs in without a proof key', async () => {
    const { url } = await begin()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const page = await openBrowser().get(url)
    expect(page.location?.searchParams.get('error')).toBe('invalid_request')
  })

  test('an unregistered callback address gets a page and no redirect', async () => {
    const { url } = await begin({ redirect_uri: 'http://localhost:5173/elsewhere' })
    const page = await openBrowser().get(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('invalid_redirect_uri')
  })

  test('a person who does not exist signs nobody in', async () => {
    const browser = openBrowser()
    await browser.get((await begin()).url, { redirect: 'follow' })
    const page = await browser.submit({ person: 'mallory' })
    expect(page.status).toBe(400)
  })

  test('an unknown sign-in is over, not an exception', async () => {
    const page = await openBrowser().get(`${provider.issuer}/interaction/none`)
    expect(page.status).toBe(400)
  })
})
