import { isObject } from '../base/json.ts'
import { remedyFor } from '../base/provider-variable.ts'
import { InvalidEndpoints, MissingAuthorize } from '../errors/error-classes.ts'
import { checkAdapter } from './check-adapter.ts'
import type { AdapterFacts } from './check-adapter.ts'
import { checkPasskeys } from './check-passkeys.ts'
import type { ProviderSummary } from './provider-table.ts'

/** The facts that the checks weigh. */
export interface ConfigFacts extends AdapterFacts {
  readonly webAuthnEnabled: boolean
}

const option = (provider: ProviderSummary, name: string): unknown => {
  const { options } = provider.written
  return (isObject(options) ? options[name] : undefined) ?? provider.written[name]
}

const hasEndpoint = (provider: ProviderSummary, name: string): boolean => {
  const endpoint = option(provider, name)
  return (
    typeof endpoint === 'string' ||
    (isObject(endpoint) && (typeof endpoint['url'] === 'string' || typeof endpoint['request'] === 'function'))
  )
}

const checkOAuth = (provider: ProviderSummary): void => {
  if (option(provider, 'issuer') !== undefined || option(provider, 'wellKnown') !== undefined) return
  const missing = ['authorization', 'token', 'userinfo'].find((name) => !hasEndpoint(provider, name))
  if (missing !== undefined) {
    const what = `Provider "${provider.id}" has neither an issuer nor the endpoint ${missing}`
    // The environment knows an entry by its own id, whatever id the owner gave it.
    const remedy = remedyFor(String(provider.written['id']), 'issuer')
    throw new InvalidEndpoints(`${what}: ${remedy}`, { provider: provider.id, option: 'issuer', endpoint: missing })
  }
}

const checkProvider = (provider: ProviderSummary): void => {
  if (provider.type === 'oauth' || provider.type === 'oidc') checkOAuth(provider)
  if (provider.type === 'credentials' && typeof option(provider, 'authorize') !== 'function') {
    throw new MissingAuthorize(`Provider "${provider.id}" has no authorize function`, { provider: provider.id })
  }
}

/** Check what belongs together. Throws one error, which names everything that is missing of its kind. */
export const checkConfig = (facts: ConfigFacts): void => {
  facts.providers.forEach(checkProvider)
  checkPasskeys(facts)
  checkAdapter(facts)
}
