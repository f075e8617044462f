import { describe, expect, test } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { setEnvDefaults } from '../../src/index.ts'
import { resolveOAuthEntry } from '../support/resolve-oauth-entry.ts'
import type { AuthConfig } from '../../src/types/auth-config.ts'
import type { OAuthConfig } from '../../src/types/providers.ts'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'

type Make = (options?: object) => OAuthConfig

const CLIENT = { clientId: 'a', clientSecret: 'b' }
const ISSUER = 'https://login.example.com/t1'

const variableOf = (id: string): string => `AUTH_${id.toUpperCase().replaceAll('-', '_')}_ISSUER`

/** The message of what an entry lacks besides its client; none when it lacks nothing. */
const complaintOf = (entry: OAuthConfig): string | undefined => {
  try {
    resolveOAuthEntry(entry)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const catalog = await readCatalog()
const doors = await Promise.all(
  catalog
    .filter(({ type }) => type === 'oauth' || type === 'oidc')
    .map(async ({ file, id }) => {
      const { default: make } = (await import(`../../src/providers/${file}.ts`)) as { readonly default: Make }
      return { file, id, make, complaint: complaintOf(make(CLIENT)) }
    }),
)
const tenanted = doors.filter(({ complaint }) => complaint !== undefined)

test('who needs a tenant is known by name, and no other provider lacks anything but its client', () => {
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

describe.each(tenanted.map((door) => [door.file, door] as const))('%s without its tenant', (_file, door) => {
  const { id, make, complaint = '' } = door
  const variable = variableOf(id)

  test('says which provider lacks what, and where that can be set', () => {
    expect(complaint).toMatch(/^Invalid(?:Config|Endpoints): /)
    expect(complaint).toContain(`Provider "${id}"`)
    expect(complaint).toContain(`set the option issuer or ${variable}`)
  })

  test('names the variable that is read, also under an id of the owner’s', () => {
    const renamed = complaintOf(make({ ...CLIENT, id: 'own' }))
    expect(renamed).toContain('Provider "own"')
    expect(renamed).toContain(variable)
  })
})

describe.each(tenanted.map((door) => [door.file, door] as const))('at a door, %s without its tenant', (_file, door) => {
  test('is told to the owner so, and to nobody else', async () => {
    const { browser, errors } = setUpAuth({ providers: [door.make({ ...CLIENT, id: 'own' })] })
    const end = await browser().post('/auth/signin/own')
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(variableOf(door.id))])
    // An entry whose addresses are all there until they are filled in is found out when it is first used.
    expect(end.status === 500 || location(end) === `${ORIGIN}/auth/error?error=Configuration`).toBe(true)
    expect(await end.text()).not.toMatch(/issuer/i)
  })
})

// NetSuite is found by its account and an address of the owner's.
const byIssuer = tenanted.filter(({ file }) => file !== 'netsuite')

test.each(byIssuer.map((door) => [door.file, door] as const))(
  '%s lacks nothing once one of them is set',
  (_file, door) => {
    const { id, make } = door
    const config: AuthConfig = { providers: [make({ ...CLIENT, id: 'own' })] }
    setEnvDefaults({ [variableOf(id)]: ISSUER }, config)
    expect(complaintOf(config.providers[0] as OAuthConfig)).toBeUndefined()
    expect(complaintOf(make({ ...CLIENT, issuer: ISSUER }))).toBeUndefined()
  },
)
