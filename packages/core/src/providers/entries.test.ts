import { describe, expect, test } from 'vitest'
import { resolveOAuthEntry } from '../../test/support/resolve-oauth-entry.ts'
import Credentials, { Credentials as NamedCredentials } from './credentials.ts'
import GitHub, { GitHub as NamedGitHub } from './github.ts'
import Google, { Google as NamedGoogle } from './google.ts'
import Keycloak, { Keycloak as NamedKeycloak } from './keycloak.ts'
import Nodemailer, { Nodemailer as NamedNodemailer } from './nodemailer.ts'

describe.each([
  ['github', GitHub, NamedGitHub],
  ['google', Google, NamedGoogle],
  ['keycloak', Keycloak, NamedKeycloak],
  ['credentials', Credentials, NamedCredentials],
  ['nodemailer', Nodemailer, NamedNodemailer],
] as const)('the entry %s', (id, entry, named) => {
  test('is a function under both names, with or without options', () => {
    expect(named).toBe(entry)
    expect(entry()).toMatchObject({ id, options: {} })
    expect(entry({ id: 'own' })).toMatchObject({ id, options: { id: 'own' } })
  })

  test('makes a new object each time', () => {
    expect(entry()).not.toBe(entry())
  })
})

/** Worked out as an engine does it, to which the shape of a profile is nothing. */
const workOut = (entry: object) => resolveOAuthEntry(entry)

describe('entries worked out', () => {
  const client = { clientId: 'a', clientSecret: 'b' }

  test('know their issuers, and cannot leave out a check', () => {
    const google = workOut(Google(client))
    expect(google.issuer).toBe('https://accounts.google.com')
    expect(google.checks).toEqual({ pkce: true, nonce: true })
    const github = workOut(GitHub({ ...client, authorization: { params: { scope: 'repo' } } }))
    expect(github.authorization.parameters.get('scope')).toBe('repo')
    expect(github.authorization.url?.href).toBe('https://github.com/login/oauth/authorize')
    expect(github.discovery).toBeUndefined()
    expect(github.checks).toEqual({ pkce: true, nonce: false })
  })

  test('of a tenant say what is missing', () => {
    expect(() => workOut(Keycloak(client))).toThrow('Provider "keycloak" needs an issuer')
    const { discovery } = workOut(Keycloak({ ...client, issuer: 'https://login.example.com/realms/main' }))
    expect(discovery?.href).toBe('https://login.example.com/realms/main/.well-known/openid-configuration')
  })

  test('say of an address what the provider says', () => {
    for (const { emailVerified } of [
      workOut(Google(client)),
      workOut(Keycloak({ ...client, issuer: 'https://a.example' })),
    ]) {
      expect(emailVerified({ sub: 'a', email_verified: true })).toBe(true)
      expect(emailVerified({ sub: 'a' })).toBe(false)
    }
  })

  test('let nobody in with credentials until somebody judges them', async () => {
    expect(await Credentials().authorize({}, new Request('https://app.example.com'))).toBeNull()
  })
})
