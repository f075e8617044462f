import type { AuthContext, RequestInternal, ResolvedConfig, RouteHandler } from '../config/engine-types.ts'
import { oncePer } from '../base/async.ts'
import { PLACEHOLDER } from '../base/text.ts'
import { json } from '../web/handler-response.ts'
import { authError } from '../errors/error-classes.ts'
import { formToken } from '../forms/page-data.ts'

/** `GET /csrf` */
export const csrf: RouteHandler = async (request, context) => {
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  if (csrfToken === undefined) throw authError('UnknownAction', 'The CSRF check is disabled, so there is no token')
  return json({ csrfToken }, cookies)
}

/** The providers by id, in the order of the config, with the members that clients may see. */
const describeProviders = ({ providers }: ResolvedConfig, base: string) =>
  Object.fromEntries(
    providers.all.map(({ id, name, type }) => [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ]),
  )

export const publicProviders = ({ base }: RequestInternal, { config }: AuthContext) => describeProviders(config, base)

/** The same as JSON, between the addresses of the application, which may differ between requests. */
const textBetweenAddresses = oncePer((config: ResolvedConfig): readonly string[] =>
  JSON.stringify(describeProviders(config, PLACEHOLDER)).split(PLACEHOLDER),
)

/** `GET /providers` */
export const listProviders: RouteHandler = async ({ base }, { config }) => ({
  ...json(undefined),
  text: textBetweenAddresses(config).join(JSON.stringify(base).slice(1, -1)),
})
