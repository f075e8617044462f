import { isObject } from '../../base/json.ts'
import { trimEnd } from '../../base/text.ts'

/** What a hook has to know of the provider that it is called for. */
export interface Client {
  readonly id: string
  readonly secret: string
  /** Without a slash at its end; empty when there is none. */
  readonly issuer: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const addressOf = (endpoint: unknown): string =>
  isObject(endpoint) && endpoint['url'] instanceof URL ? endpoint['url'].href : ''

/** Read the `provider` of a hook's context. */
export const readClient = (provider: unknown): Client => {
  const { clientId, clientSecret, issuer, token, userinfo } = isObject(provider) ? provider : {}
  return {
    id: textOf(clientId),
    secret: textOf(clientSecret),
    issuer: trimEnd(textOf(issuer), '/'),
    tokenUrl: addressOf(token),
    userinfoUrl: addressOf(userinfo),
  }
}
