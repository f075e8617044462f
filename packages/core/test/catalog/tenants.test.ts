import { describe, expect, test } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { describeError } from '../../src/errors/describe-error.ts'
import { setEnvDefaults } from '../../src/index.ts'
import { resolveOAuthEntry } from '../support/resolve-oauth-entry.ts'
import type { AuthConfig } from '../../src/types/auth-config.ts'
import type { OAuthConfig } from '../../src/types/providers.ts'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'

type Make = (options?: object) => OAuthConfig

const CLIENT = { clientId: 'a', clientSecret: 'b' }
const ISSUER = 'https://login.example.com/t1'

const variableOf = (id: string): string => `AUTH_${id.toUpperCase().replaceAll('-', '_')}_ISSUER`

/** The error for a missing option other than the client. `undefined` if the entry is complete. */
const findError = (provider: OAuthConfig): string | undefined => {
  try {
    resolveOAuthEntry(provider)
    return undefined
  } catch (error) {
    return describeError(error)
  }
}

const catalog = await readCatalog()
const entries = await Promise.all(
  catalog
    .filter(({ type }) => type === 'oauth' || type === 'oidc')
    .map(async ({ file, id }) => {
      const { default: make } = (await import(`../../src/providers/${file}.ts`)) as { readonly default: Make }
      return { file, id, make, error: findError(make(CLIENT)) }
    }),
)
const tenanted = entries.filter(({ error }) => error !== undefined)

test('only these providers need an option besides the client id and secret', () => {
  expect(tenanted.map(({ file }) => file)).toEqual([
    'asgardeo',
    'auth0',
    'authelia',
    'authentik',
    'azure-ad-b2c',
    'battlenet',
    'beyondidentity',
    'boxyhq-saml',
    'clerk',
    'cognito',
    'duende-identity-server6',
    'frontegg',
    'fusionauth',
    'gitea',
    'hydra',
    'identity-server4',
    'keycloak',
    'kinde',
    'logto',
    'mastodon',
    'mattermost',
    'netsuite',
    'nextcloud',
    'okta',
    'onelogin',
    'ory-hydra',
    'osso',
    'passage',
    'ping-id',
    'united-effects',
    'zitadel',
  ])
})

describe.each(tenanted.map((entry) => [entry.file, entry] as const))('%s without its tenant', (_file, entry) => {
  const { id, make, error = '' } = entry
  const variable = variableOf(id)

  test('throws an error that names the provider, the missing option and its variable', () => {
    expect(error).toMatch(/^Invalid(?:Config|Endpoints): /)
    expect(error).toContain(`Provider "${id}"`)
    expect(error).toContain(`[fix] Set ${variable}, or the option issuer`)
  })

  test('names the variable that is read, also with another provider id', () => {
    const renamed = findError(make({ ...CLIENT, id: 'own' }))
    expect(renamed).toContain('Provider "own"')
    expect(renamed).toContain(variable)
  })
})

describe.each(tenanted.map((entry) => [entry.file, entry] as const))(
  'a sign-in with %s without its tenant',
  (_file, entry) => {
    test('logs the reason for the developer and does not show it to the user', async () => {
      const { browser, errors } = setUpAuth({ providers: [entry.make({ ...CLIENT, id: 'own' })] })
      const end = await browser().post('/auth/signin/own')
      expect(errors.map((thrown) => describeError(thrown))).toEqual([expect.stringContaining(variableOf(entry.id))])
      // An entry whose URLs contain placeholders fails only when it is first used.
      expect(end.status === 500 || location(end) === `${ORIGIN}/auth/error?error=Configuration`).toBe(true)
      expect(await end.text()).not.toMatch(/issuer/i)
    })
  },
)

// NetSuite needs an account id and a userinfo URL instead of an issuer.
const byIssuer = tenanted.filter(({ file }) => file !== 'netsuite')

test.each(byIssuer.map((entry) => [entry.file, entry] as const))(
  '%s is complete with the variable or the option',
  (_file, entry) => {
    const { id, make } = entry
    const config: AuthConfig = { providers: [make({ ...CLIENT, id: 'own' })] }
    setEnvDefaults({ [variableOf(id)]: ISSUER }, config)
    expect(findError(config.providers[0] as OAuthConfig)).toBeUndefined()
    expect(findError(make({ ...CLIENT, issuer: ISSUER }))).toBeUndefined()
  },
)
