import { describe, expect, test } from 'vitest'
import { setEnvDefaults, type AuthConfig, type OAuthConfig } from '../../src/index.ts'
import { resolveOAuthEntry } from '../support/resolve-oauth-entry.ts'
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
] as const)('%s with the options of next-auth 4', (_name, Entra) => {
  const asked = (more: object) => {
    const entry = Entra({ clientId: 'a', clientSecret: 'b', ...more }) as OAuthConfig
    const { issuer, discovery } = resolveOAuthEntry(entry)
    return [issuer, discovery?.href]
  }

  test.each([TENANT, TENANT.toUpperCase()])('accepts users of the tenant %s only', (tenantId) => {
    expect(asked({ tenantId })).toStrictEqual([`${HOST}/${TENANT}/v2.0`, documentOf(TENANT)])
  })

  test.each(['contoso.onmicrosoft.com', 'organizations'])('discovers the id of %s', (tenantId) => {
    expect(asked({ tenantId })).toStrictEqual([undefined, documentOf(tenantId)])
  })

  test.each([{}, { tenantId: undefined }, { tenantId: 'common' }])(
    'accepts users of all tenants with %j, as next-auth did',
    (more) => {
      expect(asked(more)).toStrictEqual([`${HOST}/common/v2.0`, documentOf('common')])
    },
  )

  test.each(['', '../common', 'common/v2.0?'])('sends no request elsewhere with %j', (tenantId) => {
    expect(asked({ tenantId })[1]).toBe(documentOf(encodeURIComponent(tenantId)))
  })

  test('uses the tenant also if the issuer is explicitly undefined', () => {
    expect(asked({ tenantId: TENANT, issuer: undefined })).toStrictEqual([`${HOST}/${TENANT}/v2.0`, documentOf(TENANT)])
    expect(asked({ tenantId: 'contoso.com', wellKnown: undefined })).toStrictEqual([
      undefined,
      documentOf('contoso.com'),
    ])
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/common/v2.0` }
    // As in JavaScript, or with a missing setting.
    const open: object = { issuer: undefined }
    const provider = Entra({ clientId: 'a', clientSecret: 'b', tenantId: TENANT, ...open })
    expect(issuerOf(provider, env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })

  test('uses the issuer if both are set', () => {
    expect(asked({ tenantId: TENANT.replace('9', '8'), issuer: `${HOST}/${TENANT}/v2.0` })).toStrictEqual([
      `${HOST}/${TENANT}/v2.0`,
      documentOf(TENANT),
    ])
  })
  test('prefers the tenant of the options over the environment', () => {
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/common/v2.0`, AUTH_AZURE_AD_ISSUER: `${HOST}/common/v2.0` }
    const provider = Entra({ clientId: 'a', clientSecret: 'b', tenantId: TENANT })
    expect(issuerOf(provider, env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })

  test('uses the issuer of the Auth.js 5 environment variable', () => {
    const env = { AUTH_MICROSOFT_ENTRA_ID_ISSUER: `${HOST}/${TENANT}/v2.0` }
    expect(issuerOf(Entra({ clientId: 'a', clientSecret: 'b' }), env)).toBe(`${HOST}/${TENANT}/v2.0`)
  })
})
