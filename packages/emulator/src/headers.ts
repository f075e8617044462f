import { credentialsOf } from './credentials.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { Refusal } from './refusal.ts'

/** Throws a `Refusal` unless the request has the headers that the provider insists on. */
export const demandHeaders = (
  { id }: ProviderMock,
  wanted: Readonly<Record<string, string>> = {},
  { headers }: Pick<MockRequest, 'headers'>,
): void => {
  for (const [name, template] of Object.entries(wanted)) {
    const value = template.replace('{clientId}', credentialsOf(id).clientId)
    const given = headers[name]
    if (given === undefined || (value !== '*' && given !== value))
      throw new Refusal('invalid_request', `The header ${name} has to be "${value}".`)
  }
}
