import type { Person } from './person.ts'

/**
 * JSON as a provider sends it.
 * @example const userinfo: Json = { sub: '18151210', email: 'ada@example.org', email_verified: true }
 */
export type Json = Readonly<Record<string, unknown>>

/**
 * The authorization page of a provider.
 * @example
 * const authorization: AuthorizationMock = {
 *   url: 'https://acme.example/oauth/authorize',
 *   scope: ['profile', 'email'],
 *   pkce: 'required',
 * }
 */
export interface AuthorizationMock {
  /**
   * The address of the page, as documented, without a query.
   * @example url: 'https://acme.example/oauth/authorize'
   */
  readonly url: string
  /**
   * Parameters that the provider requires besides the standard ones, with their values. @default none
   * @example parameters: { audience: 'api.acme.example' }
   */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Scopes that an application must request to receive the user of `expects`. @default none
   * @example scope: ['profile', 'email']
   */
  readonly scope?: readonly string[]
  /**
   * The separator of scopes. @default ' '
   * @example separator: ','
   */
  readonly separator?: ' ' | ','
  /**
   * All scopes, for a provider that rejects others. @default any scope is accepted
   * @example scopes: ['openid', 'profile', 'email', 'offline_access']
   */
  readonly scopes?: readonly string[]
  /**
   * What the provider does with PKCE (RFC 7636). `required`: it rejects a request without it; `checked`: it checks PKCE if it is sent;
   * `ignored`: it does not check the verifier; `unsupported`: it rejects a request with it. @default 'checked'
   * @example pkce: 'required'
   */
  readonly pkce?: 'required' | 'checked' | 'ignored' | 'unsupported'
  /**
   * The `iss` of every response (RFC 9207). @default no `iss`
   * @example iss: 'https://acme.example'
   */
  readonly iss?: string
  /**
   * Response parameters besides `code`, `state` and `iss`.
   * @example const response: AuthorizationMock['response'] = ({ id }) => ({ user: id })
   */
  readonly response?: (person: Person) => Readonly<Record<string, string>>
  /**
   * The response mode when the application names none. @default 'query'
   * @example mode: 'form_post'
   */
  readonly mode?: 'query' | 'form_post'
  /**
   * The error code when the user denies the request. @default 'access_denied'
   * @example denial: 'user_cancelled_authorize'
   */
  readonly denial?: string
}

/**
 * A request as a mock reads it.
 * @example
 * const profile = ({ id, name, email }: Person, { query }: MockRequest) =>
 *   query.get('fields') === 'email' ? { email } : { id, name, email }
 */
export interface MockRequest {
  /**
   * The HTTP method.
   * @example const profile = ({ id }: Person, { method }: MockRequest) => (method === 'POST' ? { id } : undefined)
   */
  readonly method: string
  /**
   * The values of the `:name` segments of the URL.
   * @example const profile = ({ id }: Person, { path }: MockRequest) => ({ id, team: path['team'] })
   */
  readonly path: Readonly<Record<string, string>>
  /**
   * The query parameters.
   * @example const profile = ({ id, email }: Person, { query }: MockRequest) => (query.has('email') ? { id, email } : { id })
   */
  readonly query: URLSearchParams
  /**
   * The headers by lower-case name.
   * @example const profile = ({ id }: Person, { headers }: MockRequest) => ({ id, version: headers['api-version'] })
   */
  readonly headers: Readonly<Record<string, string | undefined>>
  /**
   * The body as text; empty without one.
   * @example const profile = ({ id, name }: Person, { body }: MockRequest) => (body.includes('name') ? { id, name } : { id })
   */
  readonly body: string
}

/**
 * How a client authenticates at a token endpoint. `secret` is the secret alone, without the id.
 * @example const auth: readonly ClientAuthMethod[] = ['basic', 'post']
 */
export type ClientAuthMethod = 'basic' | 'post' | 'none' | 'secret'

/**
 * The token endpoint of a provider.
 * @example
 * const token: TokenMock = {
 *   url: 'https://acme.example/oauth/token',
 *   auth: ['post'],
 *   response: (standard, { id }) => ({ ...standard, user_id: id }),
 * }
 */
export interface TokenMock {
  /**
   * The address of the endpoint, as documented, without a query.
   * @example url: 'https://acme.example/oauth/token'
   */
  readonly url: string
  /**
   * The accepted methods of client authentication. The client must use exactly one.
   * @example auth: ['basic', 'post']
   */
  readonly auth: readonly ClientAuthMethod[]
  /**
   * The format of the request parameters; `either` is a form or JSON. @default 'form'
   * @example body: 'json'
   */
  readonly body?: 'form' | 'json' | 'either' | 'query'
  /**
   * The HTTP method that the endpoint accepts. @default 'POST'
   * @example method: 'GET'
   */
  readonly method?: 'POST' | 'GET'
  /**
   * Other names of standard parameters: the standard name, and that of the provider. @default the standard names
   * @example names: { client_id: 'client_key' }
   */
  readonly names?: Readonly<Record<string, string>>
  /**
   * Parameters that it requires besides the standard ones; `*` is any value. @default none
   * @example parameters: { device_id: '*' }
   */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Headers that it requires, in lower case; `*` is any value. @default none
   * @example headers: { 'api-version': '*' }
   */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The provider's own form of the standard response. @default the response of RFC 6749 §5.1
   * @example const response: TokenMock['response'] = (standard, { id }) => ({ ...standard, user_id: id })
   */
  readonly response?: (standard: Json, person: Person) => unknown
  /**
   * The content type of the response. @default 'application/json'
   * @example type: 'application/x-www-form-urlencoded'
   */
  readonly type?: string
}

/**
 * A resource that an application requests with the access token.
 * @example
 * const profile: ResourceMock = {
 *   url: 'https://api.acme.example/me',
 *   response: ({ number, name, email }) => ({ id: number, name, email: email ?? null }),
 * }
 */
export interface ResourceMock {
  /**
   * The address of the resource, as documented. A segment `:name` matches any value. The query parameters are required with these
   * values.
   * @example url: 'https://api.acme.example/teams/:team/me?fields=id,name'
   */
  readonly url: string
  /**
   * The HTTP method that the endpoint accepts. @default 'GET'
   * @example method: 'POST'
   */
  readonly method?: 'GET' | 'POST'
  /**
   * Headers that it requires, in lower case; `*` is any value, `{clientId}` the application's id. @default none
   * @example headers: { 'client-id': '{clientId}', 'user-agent': '*' }
   */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Where the access token is sent. @default 'bearer'
   * @example token: { header: 'x-access-token' }
   */
  readonly token?:
    | 'bearer'
    | {
        /**
         * The name of a query parameter.
         * @example query: 'access_token'
         */
        readonly query: string
      }
    | {
        /**
         * The name of a segment `:name` of the URL.
         * @example path: 'token'
         */
        readonly path: string
      }
    | {
        /**
         * The name of a header, in lower case.
         * @example header: 'x-access-token'
         */
        readonly header: string
      }
    | {
        /**
         * The name of a parameter of a form.
         * @example body: 'access_token'
         */
        readonly body: string
      }
    | {
        /**
         * The scheme in the header `authorization`, in place of Bearer.
         * @example scheme: 'OAuth'
         */
        readonly scheme: string
      }
  /**
   * The documented response for one user, with every member. `undefined` is a 404.
   * @example const response: ResourceMock['response'] = ({ number, name, email }) => ({ id: number, name, email: email ?? null })
   */
  readonly response: (person: Person, request: MockRequest) => unknown
  /**
   * Whether the response is a JWT that the provider signed (OpenID Connect Core §5.3.2). @default false
   * @example signed: true
   */
  readonly signed?: boolean
  /**
   * The content type of the response. @default 'application/json', and 'application/jwt' when signed
   * @example type: 'text/javascript'
   */
  readonly type?: string
}

/**
 * What an OpenID Provider adds.
 * @example
 * const openid: OpenIdMock = {
 *   issuer: 'https://acme.example',
 *   claims: ({ id, name, email, emailVerified }) => ({ sub: id, name, email, email_verified: emailVerified }),
 * }
 */
export interface OpenIdMock {
  /**
   * The issuer of the ID tokens.
   * @example issuer: 'https://acme.example'
   */
  readonly issuer: string
  /**
   * The issuer in its discovery document, where that differs, such as a placeholder for the tenant. @default `issuer`
   * @example published: 'https://acme.example/{tenantid}/v2.0'
   */
  readonly published?: string
  /**
   * The URL of its discovery document. @default `<issuer>/.well-known/openid-configuration`
   * @example discovery: 'https://acme.example/oauth/.well-known/openid-configuration'
   */
  readonly discovery?: string
  /**
   * Members of the discovery document besides the endpoints, or in place of them; `undefined` removes one. @default none
   * @example metadata: { authorization_response_iss_parameter_supported: true, jwks_uri: undefined }
   */
  readonly metadata?: Json
  /**
   * The algorithm that signs the ID tokens. @default 'RS256'
   * @example algorithm: 'ES256'
   */
  readonly algorithm?: 'RS256' | 'ES256' | 'HS256'
  /**
   * The claims of the ID token, `sub` included, besides those of the protocol. `iss` replaces the issuer. `query` is
   * the authorization request, for a provider where the application requests each claim.
   * @example const claims: OpenIdMock['claims'] = ({ id, email, emailVerified }) => ({ sub: id, email, email_verified: emailVerified })
   */
  readonly claims: (person: Person, query: URLSearchParams) => Json & { readonly sub: string }
  /**
   * Whether the ID token repeats `nonce`. @default true
   * @example nonce: false
   */
  readonly nonce?: boolean
}

/**
 * What an application must see of a user. What is absent or `undefined` here must be missing there.
 * @example const expects = ({ id, name, email, picture }: Person): Expected => ({ id, name, email, image: picture })
 */
export interface Expected {
  /**
   * The id of the user after the sign-in.
   * @example const expects = ({ number }: Person): Expected => ({ id: String(number) })
   */
  readonly id: string
  /**
   * The name of the user. @default the user has no name
   * @example const expects = ({ id, username }: Person): Expected => ({ id, name: username })
   */
  readonly name?: string | undefined
  /**
   * The e-mail address of the user. @default the user has none
   * @example const expects = ({ id, email }: Person): Expected => ({ id, email })
   */
  readonly email?: string | undefined
  /**
   * The address of the user's picture. @default the user has none
   * @example const expects = ({ id, picture }: Person): Expected => ({ id, image: picture })
   */
  readonly image?: string | undefined
  /**
   * Whether the e-mail address counts as verified. @default false
   * @example const expects = ({ id, email, emailVerified }: Person): Expected => ({ id, email, emailVerified })
   */
  readonly emailVerified?: boolean
}

/**
 * One provider as its documentation describes it, written without looking at the catalog's entry.
 * @example
 * const acme: ProviderMock = {
 *   id: 'acme',
 *   sources: ['https://acme.example/docs/oauth'],
 *   read: '2026-11-21',
 *   authorization: { url: 'https://acme.example/oauth/authorize', scope: ['profile'] },
 *   token: { url: 'https://acme.example/oauth/token', auth: ['basic', 'post'] },
 *   resources: [{ url: 'https://api.acme.example/me', response: ({ id, name }) => ({ id, name }) }],
 *   expects: ({ id, name }) => ({ id, name }),
 * }
 */
export interface ProviderMock {
  /**
   * The id of the catalog's entry.
   * @example id: 'acme'
   */
  readonly id: string
  /**
   * The file name of the entry, without its ending. @default `id`
   * @example module: 'ory-hydra'
   */
  readonly module?: string
  /**
   * The pages that document the provider, each read on the day `read`.
   * @example sources: ['https://acme.example/docs/oauth', 'https://acme.example/docs/users']
   */
  readonly sources: readonly string[]
  /**
   * The day on which the pages of `sources` were read: `YYYY-MM-DD`.
   * @example read: '2026-11-21'
   */
  readonly read: string
  /**
   * What an application configures besides id and secret: an issuer, a tenant. @default nothing
   * @example options: { issuer: 'https://tenant.acme.example' }
   */
  readonly options?: Json
  /**
   * The authorization endpoint.
   * @example authorization: { url: 'https://acme.example/oauth/authorize', scope: ['profile'] }
   */
  readonly authorization: AuthorizationMock
  /**
   * The token endpoint.
   * @example token: { url: 'https://acme.example/oauth/token', auth: ['basic', 'post'] }
   */
  readonly token: TokenMock
  /**
   * The endpoints that return the profile. @default none
   * @example resources: [{ url: 'https://api.acme.example/me', response: ({ id, name }) => ({ id, name }) }]
   */
  readonly resources?: readonly ResourceMock[]
  /**
   * The ID tokens of an OpenID Provider. @default the provider issues none
   * @example openid: { issuer: 'https://acme.example', claims: ({ id, name }) => ({ sub: id, name }) }
   */
  readonly openid?: OpenIdMock
  /**
   * The user that the application must get for a person.
   * @example const expects: ProviderMock['expects'] = ({ id, name, email, picture }) => ({ id, name, email, image: picture })
   */
  readonly expects: (person: Person) => Expected
}
