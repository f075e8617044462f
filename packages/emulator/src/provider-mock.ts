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
  /** As documented, without a query. */
  readonly url: string
  /** Parameters that the provider requires besides the standard ones, with their values. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Scopes that an application must request to receive the user of `expects`. */
  readonly scope?: readonly string[]
  /** The separator of scopes. @default ' ' */
  readonly separator?: ' ' | ','
  /** All scopes, for a provider that rejects others. */
  readonly scopes?: readonly string[]
  /** `checked`: when it is sent; `unsupported`: an error when it is sent. @default 'checked' */
  readonly pkce?: 'required' | 'checked' | 'ignored' | 'unsupported'
  /** The `iss` of every response (RFC 9207). */
  readonly iss?: string
  /**
   * Response parameters besides `code`, `state` and `iss`.
   * @example const response: AuthorizationMock['response'] = ({ id }) => ({ user: id })
   */
  readonly response?: (person: Person) => Readonly<Record<string, string>>
  /** The response mode when the application names none. @default 'query' */
  readonly mode?: 'query' | 'form_post'
  /** The error code when the user denies the request. @default 'access_denied' */
  readonly denial?: string
}

/**
 * A request as a mock reads it.
 * @example
 * const profile = ({ id, name, email }: Person, { query }: MockRequest) =>
 *   query.get('fields') === 'email' ? { email } : { id, name, email }
 */
export interface MockRequest {
  /** The HTTP method. */
  readonly method: string
  /** The values of the `:name` segments of the URL. */
  readonly path: Readonly<Record<string, string>>
  /** The query parameters. */
  readonly query: URLSearchParams
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text. */
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
  /** As documented, without a query. */
  readonly url: string
  /** The accepted methods of client authentication. The client must use exactly one. */
  readonly auth: readonly ClientAuthMethod[]
  /** The format of the request parameters; `either` is a form or JSON. @default 'form' */
  readonly body?: 'form' | 'json' | 'either' | 'query'
  /** The HTTP method that the endpoint accepts. @default 'POST' */
  readonly method?: 'POST' | 'GET'
  /** Other names of standard parameters, such as `{ client_id: 'client_key' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Parameters that it requires besides the standard ones; `*` is any value. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Headers that it requires, in lower case; `*` is any value. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The provider's own form of the standard response. @default the response of RFC 6749 §5.1
   * @example const response: TokenMock['response'] = (standard, { id }) => ({ ...standard, user_id: id })
   */
  readonly response?: (standard: Json, person: Person) => unknown
  /** The content type of the response. @default 'application/json' */
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
  /** As documented. A segment `:name` matches any value. The query parameters are required with these values. */
  readonly url: string
  /** The HTTP method that the endpoint accepts. @default 'GET' */
  readonly method?: 'GET' | 'POST'
  /** Headers that it requires, in lower case; `*` is any value, `{clientId}` the application's id. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the access token is sent. @default 'bearer' */
  readonly token?:
    | 'bearer'
    | { readonly query: string }
    | { readonly path: string }
    | { readonly header: string }
    /** A parameter of a form. */
    | { readonly body: string }
    /** In the header `authorization`, with another scheme than Bearer. */
    | { readonly scheme: string }
  /**
   * The documented response for one user, with every member. `undefined` is a 404.
   * @example const response: ResourceMock['response'] = ({ number, name, email }) => ({ id: number, name, email: email ?? null })
   */
  readonly response: (person: Person, request: MockRequest) => unknown
  /** Whether the response is a JWT that the provider signed (OpenID Connect Core §5.3.2). @default false */
  readonly signed?: boolean
  /** The content type of the response. @default 'application/json', and 'application/jwt' when signed */
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
  /** The issuer of the ID tokens. */
  readonly issuer: string
  /** The issuer in its discovery document, where that differs (a placeholder for the tenant). */
  readonly published?: string
  /** The URL of its discovery document. @default `<issuer>/.well-known/openid-configuration` */
  readonly discovery?: string
  /** Members of the discovery document besides the endpoints, or in place of them; `undefined` removes one. */
  readonly metadata?: Json
  /** The algorithm that signs the ID tokens. @default 'RS256' */
  readonly algorithm?: 'RS256' | 'ES256' | 'HS256'
  /**
   * The claims of the ID token, `sub` included, besides those of the protocol. `iss` replaces the issuer. `query` is
   * the authorization request, for a provider where the application requests each claim.
   * @example const claims: OpenIdMock['claims'] = ({ id, email, emailVerified }) => ({ sub: id, email, email_verified: emailVerified })
   */
  readonly claims: (person: Person, query: URLSearchParams) => Json & { readonly sub: string }
  /** Whether the ID token repeats `nonce`. @default true */
  readonly nonce?: boolean
}

/**
 * What an application must see of a user. What is absent or `undefined` here must be missing there.
 * @example const expects = ({ id, name, email, picture }: Person): Expected => ({ id, name, email, image: picture })
 */
export interface Expected {
  /** The id of the user after the sign-in. */
  readonly id: string
  /** The name of the user. */
  readonly name?: string | undefined
  /** The e-mail address of the user. */
  readonly email?: string | undefined
  /** The address of the user's picture. */
  readonly image?: string | undefined
  /** Whether the e-mail address counts as verified. @default false */
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
  /** The id of the catalog's entry. */
  readonly id: string
  /** The file name of the entry, where it differs from the id. */
  readonly module?: string
  /** The pages that document the provider, each read on the day `read`. */
  readonly sources: readonly string[]
  /** `YYYY-MM-DD` */
  readonly read: string
  /** What an application configures besides id and secret: an issuer, a tenant. */
  readonly options?: Json
  /** The authorization endpoint. */
  readonly authorization: AuthorizationMock
  /** The token endpoint. */
  readonly token: TokenMock
  /** The endpoints that return the profile. */
  readonly resources?: readonly ResourceMock[]
  /** The ID tokens of an OpenID Provider. */
  readonly openid?: OpenIdMock
  /**
   * The user that the application must get for a person.
   * @example const expects: ProviderMock['expects'] = ({ id, name, email, picture }) => ({ id, name, email, image: picture })
   */
  readonly expects: (person: Person) => Expected
}
