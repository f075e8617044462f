import type { Person } from './person.ts'

/** JSON as a provider sends it. */
export type Json = Readonly<Record<string, unknown>>

/** The authorization page of a provider. */
export interface AuthorizationMock {
  /** As documented; without query. May be left out when only the discovery document names it. */
  readonly url: string
  /** Parameters that the provider insists on beyond the standard ones, with the value it wants. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Scopes that an application has to ask for to be told what `expects` says. */
  readonly scope?: readonly string[]
  /** What stands between two scopes. @default ' ' */
  readonly separator?: ' ' | ','
  /** The scopes there are, for a provider that refuses to be asked for others. */
  readonly scopes?: readonly string[]
  /** `required`: refuses to go without; `checked`: when sent; `ignored`; `refused`: an error when sent. @default 'checked' */
  readonly pkce?: 'required' | 'checked' | 'ignored' | 'refused'
  /** The `iss` that it sends with every answer, if it does (RFC 9207). */
  readonly iss?: string
  /** What comes back beside `code` and `state` (and `iss`). */
  readonly answer?: (person: Person) => Readonly<Record<string, string>>
  /** How the answer comes back when the application does not say. @default 'query' */
  readonly mode?: 'query' | 'form_post'
  /** The error code when a person says no. @default 'access_denied' */
  readonly denial?: string
}

/** A request as a play sees it. */
export interface MockRequest {
  readonly method: string
  /** The values of `:name` segments of the address. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The ways to tell a token endpoint which application asks; `secret` is the secret alone, without the id. */
export type ClientProof = 'basic' | 'post' | 'none' | 'secret'

/** The token endpoint of a provider. */
export interface TokenMock {
  /** As documented; without query. */
  readonly url: string
  /** The proofs of the client that it takes; exactly one has to be sent. */
  readonly auth: readonly ClientProof[]
  /** How it takes its parameters; `either` is a form or JSON. @default 'form' */
  readonly body?: 'form' | 'json' | 'either' | 'query'
  /** @default 'POST' */
  readonly method?: 'POST' | 'GET'
  /** Other names of standard parameters, such as `{ client_id: 'client_key' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Parameters that it insists on beyond the standard ones; `*` is any value. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Headers that it insists on, in lower case; `*` is any value. */
  readonly headers?: Readonly<Record<string, string>>
  /** The provider's own form of the standard answer. @default the answer of RFC 6749 §5.1 */
  readonly answer?: (standard: Json, person: Person) => unknown
  /** @default 'application/json' */
  readonly type?: string
}

/** An address at which an application asks with the access token. */
export interface ResourceMock {
  /** As documented; a segment `:name` stands for any. Query parameters have to be sent as they stand here. */
  readonly url: string
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST'
  /** Headers that it insists on, in lower case; `*` is any value. `{clientId}` stands for the application's id. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the access token is. @default 'bearer' */
  readonly token?:
    | 'bearer'
    | { readonly query: string }
    | { readonly path: string }
    | { readonly header: string }
    /** A parameter of a form. */
    | { readonly body: string }
    /** In the header `authorization`, by another scheme than Bearer. */
    | { readonly scheme: string }
  /** The documented answer, every member of it, for one person. `undefined` is a 404. */
  readonly answer: (person: Person, asked: MockRequest) => unknown
  /** The answer comes as a JWT that the provider signed (OpenID Connect Core §5.3.2). @default false */
  readonly signed?: boolean
  /** @default 'application/json', and 'application/jwt' when signed */
  readonly type?: string
}

/** What an OpenID Provider adds. */
export interface OpenIdMock {
  readonly issuer: string
  /** The issuer that its discovery document names, where that is another (a gap for the tenant). */
  readonly published?: string
  /** Where its discovery document is. @default `<issuer>/.well-known/openid-configuration` */
  readonly discovery?: string
  /** Members of the discovery document beyond the endpoints, or instead of them; `undefined` takes one away. */
  readonly metadata?: Json
  /** @default 'RS256' */
  readonly algorithm?: 'RS256' | 'ES256' | 'HS256'
  /**
   * The claims of the ID token beside the protocol's own, `sub` among them; `iss` here replaces the issuer. `query` is the
   * authorization request, for a provider that is asked for each claim.
   */
  readonly claims: (person: Person, query: URLSearchParams) => Json & { readonly sub: string }
  /** Whether it echoes `nonce`. @default true */
  readonly nonce?: boolean
}

/** What an application has to see of a person. What is left out, or `undefined`, has to be missing. */
export interface Expected {
  readonly id: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly image?: string | undefined
  /** Whether the address counts as proven. @default false */
  readonly emailVerified?: boolean
}

/** One provider, as its documentation describes it and not as our entry does. */
export interface ProviderMock {
  /** The id of the entry. */
  readonly id: string
  /** The file of the entry, where it differs from the id. */
  readonly module?: string
  /** The pages that document what is played, each looked at on `read`. */
  readonly sources: readonly string[]
  /** `YYYY-MM-DD` */
  readonly read: string
  /** What an application has to configure beside id and secret: an issuer, a tenant. */
  readonly options?: Json
  readonly authorization: AuthorizationMock
  readonly token: TokenMock
  readonly resources?: readonly ResourceMock[]
  readonly openid?: OpenIdMock
  readonly expects: (person: Person) => Expected
}
