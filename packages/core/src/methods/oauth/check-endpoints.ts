import type { ConfiguredProvider } from '../../config/engine-types.ts'
import { isObject } from '../../base/json.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import { authError } from '../../errors/error-classes.ts'

const hasEndpoint = (endpoint: unknown): boolean =>
  typeof endpoint === 'string' ||
  (isObject(endpoint) && (typeof endpoint['url'] === 'string' || typeof endpoint['request'] === 'function'))

/** Throws `InvalidEndpoints` when a provider has neither an issuer nor all endpoints that a sign-in calls. */
export const checkEndpoints = ({ id, entryId, options }: ConfiguredProvider): void => {
  const isSet = (option: string): boolean => options[option] !== undefined && options[option] !== null
  if (isSet('issuer') || isSet('wellKnown')) return
  const missing = ['authorization', 'token', 'userinfo'].find((name) => !hasEndpoint(options[name]))
  if (missing === undefined) return
  const message = `Provider "${id}" has neither an issuer nor the endpoint ${missing}`
  throw authError('InvalidEndpoints', `${message}: ${missingOptionHint(entryId, 'issuer')}`, {
    provider: id,
    option: 'issuer',
    endpoint: missing,
  })
}
