import type { Adapter, AdapterAuthenticator } from '@authwright/core/adapters'
import { mustOwn } from './people.ts'
import { given, type State, UniqueViolation } from './state.ts'
import type { Turns } from './turns.ts'

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
  if (known === undefined) throw new Error('there is no such authenticator')
  const authenticator = { ...known, ...given(changes) }
  state.authenticators.set(id, authenticator)
  return { ...authenticator }
}

/** The methods about passkeys. */
export const authenticatorMethods = ({ call }: Turns): AuthenticatorMethods => ({
  getAuthenticator: (id) =>
    call((state) => {
      const known = state.authenticators.get(id)
      return known === undefined ? null : { ...known }
    }),
  createAuthenticator: (authenticator) =>
    call((state) => {
      if (state.authenticators.has(authenticator.credentialID)) throw new UniqueViolation('authenticator')
      mustOwn(state, authenticator.userId)
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
