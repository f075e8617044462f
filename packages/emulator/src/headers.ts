import { credentialsOf } from './credentials.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { ProviderError } from './provider-error.ts'

/** Throws a `ProviderError` unless the request has the headers that the provider requires. */
export const requireHeaders = (
  { id }: ProviderMock,
  wanted: Readonly<Record<string, string>> = {},
  { headers }: Pick<MockRequest, 'headers'>,
): void => {
  for (const [name, template] of Object.entries(wanted)) {
    const value = template.replace('{clientId}', credentialsOf(id).clientId)
    const given = headers[name]
    if (given === undefined || (value !== '*' && given !== value))
      throw new ProviderError('invalid_request', `The header ${name} must be "${value}".`)
  }
}
