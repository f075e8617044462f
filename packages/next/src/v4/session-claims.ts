import type { AuthConfig } from '@authwright/core'
import { getToken as readToken, type GetTokenParams, type JWT } from '@authwright/core/jwt'
import { environmentDefaults } from './options.ts'

/** Whether the cookies are those of an https site; `undefined` if no variable tells. */
const isSecure = ({ origin }: AuthConfig): { readonly secureCookie?: boolean } =>
  origin === undefined ? {} : { secureCookie: origin.startsWith('https://') }

/**
 * The claims of the session of a request, or `null`. For the session strategy `jwt`. The default of `secret` is that of the environment:
 * `AUTH_SECRET` or `NEXTAUTH_SECRET`. With `legacySessions` of the config, sessions of next-auth 4 are read too.
 *
 * @example
 * const token = await getToken({ req: request, legacySessions: authOptions.legacySessions })
 */
export function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<Raw extends true ? string : JWT | null>
export function getToken(params: GetTokenParams): Promise<string | JWT | null> {
  const defaults = environmentDefaults()
  const { secret = defaults.secret } = params
  return readToken({ ...isSecure(defaults), ...params, ...(secret === undefined ? {} : { secret }) })
}
