import { describe, expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import GitHub from '../../src/providers/github.ts'
import { location, makeSite, ORIGIN } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const site = (): Site =>
  makeSite({
    providers: [
      GitHub({ clientId: 'app', clientSecret: 'secret' }),
      Credentials({
        credentials: { word: { label: 'Word', type: 'password' } },
        authorize: ({ word }) => (word === 'right' ? { id: '1', name: 'Ann' } : null),
      }),
    ],
    pages: { signIn: '/login', error: '/oops' },
  })

const facts = (path: string, cookie = '') => ({ url: ORIGIN + path, headers: new Headers({ cookie }) })

describe('a sign-in page of the owner’s own, by server function', () => {
  test('learns the ways in, where their forms post to, and what they send', async () => {
    const { props, cookies } = await site().auth.signInPage(facts('/login?callbackUrl=%2Fa&error=CredentialsSignin'))
    expect(props).toMatchObject({
      callbackUrl: `${ORIGIN}/a`,
      error: 'CredentialsSignin',
      csrfToken: expect.stringMatching(/^[\w-]{20,}$/),
      providers: [
        { id: 'github', name: 'GitHub', kind: 'redirect', action: '/auth/signin/github' },
        {
          id: 'credentials',
          kind: 'credentials',
          action: '/auth/callback/credentials',
          fields: [{ name: 'word', label: 'Word', type: 'password' }],
        },
      ],
    })
    expect(cookies.map(({ name }) => name)).toEqual([
      '__Host-authwright.csrf-token',
      '__Secure-authwright.callback-url',
    ])
  })

  test('learns when somebody who tried too often may try again', async () => {
    const { props } = await site().auth.signInPage(facts('/login?error=TooManyRequests&retryAfter=60'))
    expect(props).toMatchObject({ error: 'TooManyRequests', retryAfter: 60 })
  })

  test('is told nothing that only a query says', async () => {
    const { props } = await site().auth.signInPage(
      facts('/login?callbackUrl=https%3A%2F%2Fevil.example&error=Call+us&providers=x&csrfToken=x'),
    )
    expect(props).toMatchObject({ callbackUrl: `${ORIGIN}/`, error: 'Default' })
    expect(props.csrfToken).not.toBe('x')
    expect(props.providers).toHaveLength(2)
  })

  test('can be sent from a browser that says nothing of where it is', async () => {
    const here = site()
    const { props, cookies } = await here.auth.signInPage(facts('/login?callbackUrl=%2Fa'))
    const browser = here.browser(
      Object.fromEntries(cookies.map(({ name, value }) => [name, encodeURIComponent(value)])),
    )
    const { csrfToken = '', callbackUrl } = props
    const refused = await browser.post('/auth/callback/credentials', { word: 'right', callbackUrl }, {})
    expect(location(refused)).toBe(`${ORIGIN}/login?error=MissingCSRF`)
    const done = await browser.post('/auth/callback/credentials', { word: 'right', callbackUrl, csrfToken }, {})
    expect(location(done)).toBe(`${ORIGIN}/a`)
  })

  test('knows which way this browser took last', async () => {
    const { props } = await site().auth.signInPage(facts('/login', '__Secure-authwright.last-provider=github'))
    expect(props.lastUsed).toBe('github')
  })
})

describe('a sign-in page of the owner’s own, by endpoints', () => {
  test('gets the providers and a token, and the errors come to it', async () => {
    const browser = site().browser()
    const providers = await (await browser.get('/auth/providers')).json()
    const { csrfToken } = await (await browser.get('/auth/csrf')).json()
    const { callbackUrl: action } = providers.credentials
    const wrong = await browser.post(new URL(action).pathname, { word: 'wrong', csrfToken }, {})
    expect(location(wrong)).toBe(`${ORIGIN}/login?error=CredentialsSignin&code=credentials`)
    const right = await browser.post(new URL(action).pathname, { word: 'right', csrfToken, callbackUrl: '/a' }, {})
    expect(location(right)).toBe(`${ORIGIN}/a`)
  })

  test('asks a client for JSON where it wants no redirect', async () => {
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await site().browser().post('/auth/callback/credentials', { word: 'wrong' }, headers)
    expect(await response.json()).toEqual({ url: `${ORIGIN}/login?error=CredentialsSignin&code=credentials` })
  })
})
