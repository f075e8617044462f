import { expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import type { Adapter, AuthConfig, EmailConfig } from '../../src/index.ts'
import { Passkey } from '../../src/providers/passkey.ts'
import { setUpAuth } from '@authwright/test-kit/auth-setup'

const oauth = { id: 'oa', name: 'OA', type: 'oidc' as const, issuer: 'https://idp.example.com', clientId: 'c' }
const credentials = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => null,
}
const mail: EmailConfig = { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined }
const codes: EmailConfig = { ...mail, id: 'codes', mode: 'both' }

const of = (providers: AuthConfig['providers'], strategy: 'jwt' | 'database' = 'jwt'): Partial<AuthConfig> => ({
  providers,
  session: { strategy },
  experimental: { enableWebAuthn: true },
})

/** The error about the adapter at the first request to a site. */
const errorOf = async (config: Partial<AuthConfig>, adapter: Adapter | undefined): Promise<unknown> => {
  const { browser, errors } = setUpAuth({ ...config, ...(adapter === undefined ? {} : { adapter }) })
  const { status } = await browser().get('/auth/session')
  if (status === 200) return 'nothing'
  const [error] = errors as (Error & { type?: string; cause?: unknown })[]
  return [error?.type, error?.message, error?.cause]
}

const SESSIONS = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession']
const KEYS = ['getAccount', 'getAuthenticator', 'createAuthenticator', 'listAuthenticatorsByUserId']

/** The methods that a part of a config needs besides `getUser`, in the order of the message. */
const table: readonly (readonly [
  what: string,
  config: Partial<AuthConfig>,
  missing: readonly (readonly [string, string])[],
])[] = [
  ['database sessions', of([credentials], 'database'), SESSIONS.map((name) => [name, 'session.strategy "database"'])],
  [
    'OAuth',
    of([oauth]),
    ['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount'].map((name) => [name, 'OAuth']),
  ],
  [
    'links by e-mail, and changes of address',
    of([mail]),
    ['createVerificationToken', 'useVerificationToken', 'getUserByEmail', 'createUser', 'updateUser'].map((name) => [
      name,
      'e-mail',
    ]),
  ],
  [
    'passkeys',
    of([Passkey()]),
    [
      ...['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount', ...KEYS, 'updateAuthenticatorCounter'].map(
        (name) => [name, 'passkeys'] as const,
      ),
      ['incrementCounter', 'passkeys, unless there are createVerificationToken and useVerificationToken'],
    ],
  ],
  [
    'all of them with codes by e-mail',
    of([mail, codes, Passkey(), oauth, credentials], 'database'),
    [
      ...SESSIONS.map((name) => [name, 'session.strategy "database"'] as const),
      ['getUserByAccount', 'OAuth, passkeys'],
      ['getUserByEmail', 'OAuth, e-mail, passkeys'],
      ['createUser', 'OAuth, e-mail, passkeys'],
      ['linkAccount', 'OAuth, passkeys'],
      ['createVerificationToken', 'e-mail'],
      ['useVerificationToken', 'e-mail'],
      ['updateUser', 'e-mail'],
      ['incrementCounter', 'codes by e-mail'],
      ...[...KEYS, 'updateAuthenticatorCounter'].map((name) => [name, 'passkeys'] as const),
    ],
  ],
]

test.each(table)(
  'the first request names every method that is missing for %s, and what needs it',
  async (_what, config, missing) => {
    const names = missing.map(([name]) => name)
    const listed = missing.map(([name, who]) => `${name} (${who})`).join('; ')
    const response = await errorOf(config, { getUser: () => null })
    const needs = [...new Set(missing.flatMap(([, who]) => who.replace(/, unless .*/, '').split(', ')))].join(', ')
    const fix = `Add ${names.join(', ')} to the adapter, or remove what needs them: ${needs}`
    expect(response).toEqual(['MissingAdapterMethods', `The adapter lacks ${listed}`, { missing: names, fix }])
  },
)

test.each(table)('for %s the named methods are sufficient, and each is needed', async (_what, config, missing) => {
  const whole: Readonly<Record<string, unknown>> = { ...memoryAdapter() }
  const names = ['getUser', ...missing.map(([name]) => name)]
  const pick = (left: readonly string[]): Adapter => Object.fromEntries(left.map((name) => [name, whole[name]]))
  expect(await errorOf(config, pick(names))).toBe('nothing')
  const errors = await Promise.all(names.map((name) => errorOf(config, pick(names.filter((other) => other !== name)))))
  expect(errors).toMatchObject(
    names.map((name) => ['MissingAdapterMethods', expect.stringContaining(`lacks ${name} (`), { missing: [name] }]),
  )
})

test('passkeys without counters need an adapter with verification tokens', async () => {
  const { incrementCounter: _none, ...keeping } = memoryAdapter()
  expect(await errorOf(of([Passkey()]), keeping)).toBe('nothing')
  const { createVerificationToken: _create, ...less } = keeping
  expect(await errorOf(of([Passkey()]), less)).toMatchObject([
    'MissingAdapterMethods',
    expect.any(String),
    { missing: ['incrementCounter'] },
  ])
  // E-mail needs these methods anyway, so challenges use them too.
  expect(await errorOf(of([Passkey(), mail]), less)).toMatchObject([
    'MissingAdapterMethods',
    'The adapter lacks createVerificationToken (e-mail)',
    { missing: ['createVerificationToken'] },
  ])
})

test('without an adapter the error names everything that needs one', async () => {
  const all = of([mail, codes, Passkey(), oauth, credentials], 'database')
  const who = 'session.strategy "database", e-mail, codes by e-mail, passkeys'
  expect(await errorOf(all, undefined)).toMatchObject(['MissingAdapter', `An adapter is needed for: ${who}`, undefined])
  expect(await errorOf(of([oauth, credentials]), undefined)).toBe('nothing')
})
