import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import type { AccountPart, AccountRequest, AuthContext } from '../config/engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'

/** Whether the user authenticated recently enough to change the account. */
export const isReauthenticated = ({ context, request, currentUser }: AccountRequest): Promise<boolean> =>
  isRecentlyAuthenticated(context, request.cookies, currentUser.userId)

/** The adapter. Throws `MissingAdapter` if the config has none. */
export const requireAdapter = ({ config }: AuthContext): BoundAdapter => {
  if (config.adapter !== undefined) return config.adapter
  throw authError('MissingAdapter', 'An account can only be changed with a database adapter')
}

/** The parts of the account page: one for each configured method that has one. */
export const loadAccountParts = async ({ config }: AuthContext): Promise<readonly AccountPart[]> => {
  const methods = new Set(config.providers.all.map(({ method }) => method))
  return Promise.all(
    [...methods].flatMap((method) => (method.loadAccountPart === undefined ? [] : [method.loadAccountPart()])),
  )
}
