import { randomUUID } from 'node:crypto'
import type { Person } from './person.ts'
import type { ProviderMock } from './provider-mock.ts'

/** A user's consent, stored for a code or an access token. */
export interface Grant {
  readonly mock: ProviderMock
  readonly person: Person
  readonly redirectUri: string
  readonly scope: string
  /** The authorization request. */
  readonly query: URLSearchParams
  readonly nonce: string | undefined
  readonly challenge: string | undefined
}

/** Grants by code, each of which is used once, and by access token. */
export interface Grants {
  readonly issueCode: (grant: Grant) => string
  readonly takeCode: (code: string) => Grant | undefined
  readonly issueToken: (grant: Grant) => string
  readonly findToken: (token: string) => Grant | undefined
}

/** The number of grants kept. The oldest is deleted first. */
const MAX_GRANTS = 10_000

const keep = (map: Map<string, Grant>, prefix: string, grant: Grant): string => {
  const key = `${prefix}-${randomUUID()}`
  map.set(key, grant)
  const [oldest] = map.keys()
  if (map.size > MAX_GRANTS && oldest !== undefined) map.delete(oldest)
  return key
}

export const makeGrants = (): Grants => {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  return {
    issueCode: (grant) => keep(codes, 'code', grant),
    takeCode: (code) => {
      const grant = codes.get(code)
      codes.delete(code)
      return grant
    },
    issueToken: (grant) => keep(tokens, 'token', grant),
    findToken: (token) => tokens.get(token),
  }
}
