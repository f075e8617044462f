import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ClientMetadata, Configuration } from 'oidc-provider'
import { sendPage } from '../local-server/render-page.ts'
import { errorPage } from './chooser-page.ts'
import { claimsOf, type ProviderUser } from './provider-users.ts'
import { makeStore } from './store.ts'

/**
 * A registered application.
 * @example
 * const client: Client = {
 *   clientId: 'demo',
 *   clientSecret: 'demo-secret',
 *   redirectUris: ['http://localhost:5173/auth/callback/local'],
 * }
 */
export interface Client {
  /**
   * The id of the client.
   * @example clientId: 'demo'
   */
  readonly clientId: string
  /**
   * Without a secret the client is public and uses PKCE alone.
   * @example clientSecret: 'demo-secret'
   */
  readonly clientSecret?: string
  /**
   * The exact redirect URIs.
   * @example redirectUris: ['http://localhost:5173/auth/callback/local']
   */
  readonly redirectUris: readonly string[]
  /**
   * How the client authenticates at the token endpoint. @default 'client_secret_basic'
   * @example clientAuth: 'client_secret_post'
   */
  readonly clientAuth?: 'client_secret_basic' | 'client_secret_post'
  /**
   * The application's name on the sign-in page. @default the client id
   * @example name: 'Demo'
   */
  readonly name?: string
}

const clientOf = (client: Client): ClientMetadata => ({
  client_id: client.clientId,
  client_name: client.name ?? client.clientId,
  redirect_uris: [...client.redirectUris],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  // The default of OpenID Connect Registration §2.
  token_endpoint_auth_method: client.clientSecret === undefined ? 'none' : (client.clientAuth ?? 'client_secret_basic'),
  ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
})

const signingKey = (): Record<string, unknown> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') }
}

/** The configuration of oidc-provider. */
export const configurationOf = (
  clients: readonly Client[],
  users: readonly ProviderUser[],
  issuer: string,
): Configuration => ({
  adapter: makeStore(),
  clients: clients.map(clientOf),
  jwks: { keys: [signingKey()] },
  cookies: { keys: [randomBytes(32).toString('hex')] },
  responseTypes: ['code'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
  // The ID token contains the claims, too, as with large providers.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  findAccount: (_ctx, id) => {
    const user = users.find((candidate) => candidate.id === id)
    return user && { accountId: id, claims: () => claimsOf(user, issuer) }
  },
  renderError: (ctx, out) => {
    ctx.respond = false
    sendPage(ctx.res, ctx.status, errorPage(out.error, out.error_description))
  },
})
