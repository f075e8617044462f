import { expect, test } from 'vitest'
import { CredentialsSignin } from '../../src/errors.ts'
import type { AuthConfig } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'

/*
 * What only users do is no line of the log in production: any visitor could fill the log with it, and no developer has to correct it.
 * With `debug: true` it is a debug message with the reference of the page.
 */

const password = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: ({ password: typed }: Partial<Record<string, unknown>>) => {
    if (typed === 'broken') throw new CredentialsSignin('refused', { err: new TypeError('in the code') })
    return typed === 'right' ? { id: 'u1', name: 'Ann' } : null
  },
}
const github = GitHub({ clientId: 'c', clientSecret: 's' })

const enter = (typed: string) => (browser: TestBrowser) =>
  browser.post('/auth/callback/credentials', { password: typed })
const respond = (error: string) => (browser: TestBrowser) => browser.get(`/auth/callback/github?error=${error}`)

interface Outcome {
  readonly signIn?: () => unknown
  readonly visit: (browser: TestBrowser) => Promise<Response>
  readonly page: string
}

const run = async ({ signIn, visit }: Pick<Outcome, 'signIn' | 'visit'>, debug = false) => {
  const callbacks = (signIn === undefined ? {} : { signIn }) as AuthConfig['callbacks']
  const { log, browser } = setUpAuth(
    { providers: [password, github], debug, logger: undefined as never, ...(callbacks && { callbacks }) },
    { hasColors: false, isDevelopment: false },
  )
  const response = await visit(browser())
  const lines = log.filter((line) => !line.includes('[warn]') && /\[error\]|\] [A-Z]\w+: /.test(line))
  return { page: location(response).replace(ORIGIN, ''), lines: lines.map((line) => line.replace(/^\S+ /, '')) }
}

const DENIED = '/auth/signin?error=OAuthCallbackError'

test.each<[string, Outcome]>([
  ['a wrong password', { visit: enter('wrong'), page: '/auth/signin?error=CredentialsSignin&code=credentials' }],
  [
    'a user whom the signIn callback refuses',
    { signIn: () => false, visit: enter('right'), page: '/auth/error?error=AccessDenied' },
  ],
  ['a user who refuses at the provider', { visit: respond('access_denied'), page: DENIED }],
  ['a user who refuses at Apple', { visit: respond('user_cancelled_authorize'), page: DENIED }],
  ['a user who refuses at LinkedIn', { visit: respond('user_cancelled_login'), page: DENIED }],
])('%s is a debug message, and no line of the log in production', async (_name, { page, ...outcome }) => {
  expect(await run(outcome)).toEqual({ page, lines: [] })
  const { lines } = await run(outcome, true)
  expect(lines).toEqual([expect.stringMatching(/^\[auth\]\[debug\] \w+: .* \{"reference":"[0-9A-F]{8}"\}$/)])
})

test.each<[string, Omit<Outcome, 'page'>, string]>([
  ['a signIn callback that decides nothing', { signIn: () => undefined, visit: enter('right') }, 'AccessDenied'],
  [
    'a signIn callback that throws',
    { signIn: () => Promise.reject(new Error('no table')), visit: enter('right') },
    'AccessDenied',
  ],
  ['authorize that fails', { visit: enter('broken') }, 'CredentialsSignin'],
  ['a provider that refuses the client', { visit: respond('redirect_uri_mismatch') }, 'OAuthCallbackError'],
  [
    'a callback without an attempt',
    { visit: (browser) => browser.get('/auth/callback/github?code=c&state=s') },
    'InvalidCheck',
  ],
])('%s is an error', async (_name, outcome, type) => {
  const { lines } = await run(outcome)
  expect(lines).toEqual([expect.stringContaining(`[auth][error] ${type}: `)])
})
