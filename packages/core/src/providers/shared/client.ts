import { isObject } from '../../base/json.ts'
import { trimEnd } from '../../base/text.ts'

/** The data of a resolved provider that a hook needs. */
interface Client {
  readonly id: string
  readonly secret: string
  /** Without a trailing slash. Empty if the provider has no issuer. */
  readonly issuer: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const urlOf = (endpoint: unknown): string =>
  isObject(endpoint) && endpoint['url'] instanceof URL ? endpoint['url'].href : ''

/** Read the `provider` in the context of a hook. */
export const readClient = (provider: unknown): Client => {
  const { clientId, clientSecret, issuer, token, userinfo } = isObject(provider) ? provider : {}
  return {
    id: textOf(clientId),
    secret: textOf(clientSecret),
    issuer: trimEnd(textOf(issuer), '/'),
    tokenUrl: urlOf(token),
    userinfoUrl: urlOf(userinfo),
  }
}
