import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/providers.ts'

/** A credentials provider with the owner's options over its defaults. */
export interface ResolvedCredentialsProvider {
  readonly id: string
  readonly fields: Readonly<Record<string, CredentialInput>>
  readonly authorize: CredentialsConfig['authorize']
}

const isFields = (value: unknown): value is Readonly<Record<string, CredentialInput>> => isObject(value)

/** Work a credentials provider out, once for each. */
export const resolveCredentialsProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedCredentialsProvider>(
  (written) => {
    const given = isObject(written['options']) ? written['options'] : {}
    const fields = given['credentials'] ?? written['credentials']
    return Object.freeze({
      id: String(given['id'] ?? written['id']),
      fields: isFields(fields) ? fields : {},
      // The config check has seen that there is one.
      authorize: (given['authorize'] ?? written['authorize']) as CredentialsConfig['authorize'],
    })
  },
)
