import type { AuthConfig, DefaultSession } from '@authwright/core'
import type { TypedConfig } from '@authwright/core/framework'

/**
 * The options of `@authwright/core`. The default of `basePath` is that of the integration.
 * @example const config: AstroAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface AstroAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * What this package uses of Astro's `APIContext`.
 * @example
 * const { authFor } = AstroAuth({ providers: [GitHub], basePath: '/staff/auth' })
 * const readName = async (context: AstroContext) => (await authFor(context).auth())?.user?.name
 */
export interface AstroContext {
  /** The request. A prerendered page has no headers. */
  readonly request: Request
  /** Scheme and host are those that Astro trusts (`security.allowedDomains`). */
  readonly url: URL
  /** The object that middleware shares with pages, which has `auth`. */
  readonly locals: object
  /** The cookies of the request and the response. */
  readonly cookies: { readonly headers: () => Iterable<string> }
  /** Whether the page is rendered at build time, where no user is signed in. */
  readonly isPrerendered: boolean
}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: AstroAuthConfig = { providers: [GitHub] }
 * const branded: AstroAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (url.hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<AstroAuthConfig, S>
  | ((context: AstroContext) => TypedConfig<AstroAuthConfig, S> | PromiseLike<TypedConfig<AstroAuthConfig, S>>)

/**
 * Checks the types of a config, and returns it.
 *
 * @example
 * export default defineConfig({ providers: [GitHub] })
 */
export const defineConfig = <Source extends ConfigSource>(source: Source): Source => source
