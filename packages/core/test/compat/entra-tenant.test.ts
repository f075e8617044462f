import { describe, expect, test } from 'vitest'
import { setEnvDefaults } from '../../src/index.ts'
import { resolveOAuthEntry } from '../support/resolve-oauth-entry.ts'
import type { AuthConfig, OAuthConfig } from '../../src/index.ts'
import AzureAD from '../../src/providers/azure-ad.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'

const TENANT = '9122040d-6c67-4c5b-b112-36a304b66dad'
const HOST = 'https://login.microsoftonline.com'
const documentOf = (tenant: string): string => `${HOST}/${tenant}/v2.0/.well-known/openid-configuration`

const issuerOf = (provider: object, env: Record<string, string>): string | undefined => {
  const config: AuthConfig = { providers: [provider as OAuthConfig] }
  setEnvDefaults(env, config)
  return resolveOAuthEntry(config.providers?.[0] ?? {}).issuer
}

describe.each([
  ['AzureAD', AzureAD],
  ['MicrosoftEntraID', MicrosoftEntraID],
] as const)('%s as next-auth 4 was told of it', (_name, Entra) => {
  const asked = (more: object) => {
    const entry = Entra({ clientId: 'a', clientSecret: 'b', ...more }) as OAuthConfig
    const { issuer, discovery } = resolveOAuthEntry(entry)
    return [issuer, discovery?.href]
  }

  test.each([TENANT, TENANT.toUpperCase()])('lets in the people of the tenant %s and of no other', (tenantId) => {
    expect(asked({ tenantId })).toStrictEqual([`${HOST}/${TENANT}/v2.0`, documentOf(TENANT)])
  })

  test.each(['contoso.onmicrosoft.com', 'organizations'])(
    'asks who %s is, which names itself by its id',
    (tenantId) => {
      expect(asked({ tenantId })).toStrictEqual([undefined, documentOf(tenantId)])
    },
  )

  test.each([{}, { tenantId: undefined }, { tenantId: 'common' }])('lets everybody in with %j, as it did', (more) => {
    expect(asked(more)).toStrictEqual([`${HOST}/common/v2.0`, documentOf('common')])
  })

  test.each(['', '../common', 'common/v2.0?'])('asks nobody else with %j', (tenantId) => {
    expect(asked({ tenantId })[1]).toBe(documentOf(encodeURIComponent(tenantId)))
  })

  test('is that tenant also where an issuer is left open in so many words', () => {
    expect(asked({ tenantId: TENANT, issuer: undefined })).toStrictEqual([`${HOST}/${TENANT}/v2.0`, documentOf(TENANT)])
    expect(asked({ tenantId: 'contoso.com', wellKnown: undefined })).toStrictEqual([
      undefined,
      documentOf('contoso.com'),
    ])
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/common/v2.0` }
    // As JavaScript, or a setting that is not there, has it.
    const open: object = { issuer: undefined }
    const provider = Entra({ clientId: 'a', clientSecret: 'b', tenantId: TENANT, ...open })
    expect(issuerOf(provider, env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })

  test('takes the issuer where there are both', () => {
    expect(asked({ tenantId: TENANT.replace('9', '8'), issuer: `${HOST}/${TENANT}/v2.0` })).toStrictEqual([
      `${HOST}/${TENANT}/v2.0`,
      documentOf(TENANT),
    ])
  })
  test('takes the tenant that its options name, whatever the environment says', () => {
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/common/v2.0`, AUTH_AZURE_AD_ISSUER: `${HOST}/common/v2.0` }
    const provider = Entra({ clientId: 'a', clientSecret: 'b', tenantId: TENANT })
    expect(issuerOf(provider, env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })

  test('takes the issuer of the environment that Auth.js 5 reads', () => {
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/${TENANT}/v2.0` }
    expect(issuerOf(Entra({ clientId: 'a', clientSecret: 'b' }), env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })
})
