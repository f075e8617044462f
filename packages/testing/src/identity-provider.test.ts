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

const begin = async (changes: Record<string, string> = {}) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const challenge = await oidc.calculatePKCECodeChallenge(verifier)
  const parameters = { redirect_uri: redirectUri, scope: 'openid profile email', nonce: 'n', state: 's', ...changes }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  return { verifier, url: oidc.buildAuthorizationUrl(config, { ...parameters, ...pkce }) }
}

/** Submits the choice until the provider redirects to the application. */
const choose = async (press: string, browser = openBrowser()) => {
  const { verifier, url } = await begin()
  await browser.get(url, { redirect: 'follow' })
  let page = await browser.submit({}, { press })
  while (page.location?.origin === provider.issuer) page = await browser.get(page.location)
  return { verifier, back: page.location ?? page.url }
}

const checksOf = (verifier: string) => ({ pkceCodeVerifier: verifier, expectedNonce: 'n', expectedState: 's' })

describe('the identity provider', () => {
  test('sends the claims of the chosen user in the ID token and at the userinfo endpoint', async () => {
    const { verifier, back } = await choose('Ada')
    const tokens = await oidc.authorizationCodeGrant(config, back, checksOf(verifier))
    const user = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', email_verified: true }
    expect(tokens.claims()).toMatchObject({ ...user, picture: `${provider.issuer}/pictures/ada.svg` })
    expect(await oidc.fetchUserInfo(config, tokens.access_token, 'ada')).toMatchObject(user)
  })

  test('shows the choice at every authorization, so one browser can sign in as several users', async () => {
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

  test('sends access_denied to the application when the user denies the request', async () => {
    const { back } = await choose('Deny')
    expect(back.origin).toBe('http://localhost:5173')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's' })
  })

  test('escapes the name of the application', async () => {
    const { url } = await begin()
    const page = await openBrowser().get(url, { redirect: 'follow' })
    expect(page.text).toContain('Sign in to A <b>bold</b> demo')
    expect(page.body).not.toContain('<b>bold')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('rejects an authorization request without PKCE', async () => {
    const { url } = await begin()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const page = await openBrowser().get(url)
    expect(page.location?.searchParams.get('error')).toBe('invalid_request')
  })

  test('shows an error page and does not redirect to an unregistered redirect URI', async () => {
    const { url } = await begin({ redirect_uri: 'http://localhost:5173/elsewhere' })
    const page = await openBrowser().get(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('invalid_redirect_uri')
  })

  test('rejects an unknown user', async () => {
    const browser = openBrowser()
    await browser.get((await begin()).url, { redirect: 'follow' })
    const page = await browser.submit({ person: 'mallory' })
    expect(page.status).toBe(400)
  })

  test('shows an error page for an unknown interaction', async () => {
    const page = await openBrowser().get(`${provider.issuer}/interaction/none`)
    expect(page.status).toBe(400)
  })
})
