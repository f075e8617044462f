import { describe, expect, test } from 'vitest'
import { resolveOAuthEntry } from '../../test/support/resolve-oauth-entry.ts'
import Credentials, { Credentials as NamedCredentials } from './credentials.ts'
import GitHub, { GitHub as NamedGitHub } from './github.ts'
import Google, { Google as NamedGoogle } from './google.ts'
import Keycloak, { Keycloak as NamedKeycloak } from './keycloak.ts'
import Nodemailer, { Nodemailer as NamedNodemailer } from './nodemailer.ts'

type Entry = (options?: { id: string }) => unknown

const entries: readonly [id: string, entry: Entry, named: Entry][] = [
  ['github', GitHub, NamedGitHub],
  ['google', Google, NamedGoogle],
  ['keycloak', Keycloak, NamedKeycloak],
  ['credentials', Credentials, NamedCredentials],
  ['nodemailer', Nodemailer, NamedNodemailer],
]

describe.each(entries)('the entry %s', (id, entry, named) => {
  test('is a function with a default and a named export, with or without options', () => {
    expect(named).toBe(entry)
    expect(entry()).toMatchObject({ id, options: {} })
    expect(entry({ id: 'own' })).toMatchObject({ id, options: { id: 'own' } })
  })

  test('creates a new object on each call', () => {
    expect(entry()).not.toBe(entry())
  })
})

/** Resolve the entry as the engine does. The type of its profile does not matter here. */
describe('a resolved entry', () => {
  const client = { clientId: 'a', clientSecret: 'b' }

  test('has its issuer and all checks', () => {
    const google = resolveOAuthEntry(Google(client))
    expect(google.issuer).toBe('https://accounts.google.com')
    expect(google.checks).toEqual({ pkce: true, nonce: true })
    const github = resolveOAuthEntry(GitHub({ ...client, authorization: { params: { scope: 'repo' } } }))
    expect(github.authorization.parameters.get('scope')).toBe('repo')
    expect(github.authorization.url?.href).toBe('https://github.com/login/oauth/authorize')
    expect(github.discovery).toBeUndefined()
    expect(github.checks).toEqual({ pkce: true, nonce: false })
  })

  test('without its issuer throws an error that names what is missing', () => {
    expect(() => resolveOAuthEntry(Keycloak(client))).toThrow('Provider "keycloak" needs an issuer')
    const { discovery } = resolveOAuthEntry(Keycloak({ ...client, issuer: 'https://login.example.com/realms/main' }))
    expect(discovery?.href).toBe('https://login.example.com/realms/main/.well-known/openid-configuration')
  })

  test('states that email_verified counts', () => {
    for (const provider of [
      resolveOAuthEntry(Google(client)),
      resolveOAuthEntry(Keycloak({ ...client, issuer: 'https://a.example' })),
    ]) {
      expect(provider).toMatchObject({ trustAllEmails: true, emailDomains: undefined, emailVerified: undefined })
    }
  })

  test('signs no user in with credentials without authorize', async () => {
    expect(await Credentials().authorize({}, new Request('https://app.example.com'))).toBeNull()
  })
})
