import type { Adapter, AdapterAuthenticator } from '@authwright/core/adapters'
import { requireUser } from './users.ts'
import { given, type State, UniqueViolation } from './state.ts'
import type { Transactions } from './transactions.ts'

type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | 'getAuthenticator'
    | 'createAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticator'
    | 'deleteAuthenticator'
  >
>

const change = (state: State, id: string, changes: Partial<AdapterAuthenticator>): AdapterAuthenticator => {
  const known = state.authenticators.get(id)
  if (known === undefined) throw new Error('The authenticator does not exist.')
  const authenticator = { ...known, ...given(changes) }
  state.authenticators.set(id, authenticator)
  return { ...authenticator }
}

/** The methods about passkeys. */
export const authenticatorMethods = ({ call }: Transactions): AuthenticatorMethods => ({
  getAuthenticator: (id) =>
    call((state) => {
      const known = state.authenticators.get(id)
      return known === undefined ? null : { ...known }
    }),
  createAuthenticator: (authenticator) =>
    call((state) => {
      if (state.authenticators.has(authenticator.credentialID)) throw new UniqueViolation('authenticator')
      requireUser(state, authenticator.userId)
      state.authenticators.set(authenticator.credentialID, { ...authenticator })
      return { ...authenticator }
    }),
  listAuthenticatorsByUserId: (userId) =>
    call((state) =>
      [...state.authenticators.values()].filter((row) => row.userId === userId).map((row) => ({ ...row })),
    ),
  updateAuthenticatorCounter: (id, counter) => call((state) => change(state, id, { counter })),
  updateAuthenticator: (changes) => call((state) => change(state, changes.credentialID, changes)),
  deleteAuthenticator: (id) => call((state) => void state.authenticators.delete(id)),
})
