import { nonEmpty } from '../base/json.ts'
import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import type { AccountPart, AccountRequest, AuthContext, UserMethods } from '../config/engine-types.ts'
import { findAccounts, findPasskeys } from '../accounts/find-users.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'

export const isReauthenticated = ({ context, request, currentUser }: AccountRequest): Promise<boolean> =>
  isRecentlyAuthenticated(context, request.cookies, currentUser.userId)

/** The adapter. Throws `MissingAdapter` if the config has none. */
export const requireAdapter = ({ config }: AuthContext): BoundAdapter => {
  if (config.adapter !== undefined) return config.adapter
  throw authError('MissingAdapter', 'An account can only be changed with a database adapter')
}

export const loadAccountParts = async ({ config }: AuthContext): Promise<readonly AccountPart[]> => {
  const methods = new Set(config.providers.all.map(({ method }) => method))
  return Promise.all(
    [...methods].flatMap((method) => (method.loadAccountPart === undefined ? [] : [method.loadAccountPart()])),
  )
}

/** A verified address is a sign-in method where the application sends sign-in mails. */
const canSignInByMail = async ({ config }: AuthContext, adapter: BoundAdapter | undefined, userId: string) => {
  const sendsMails = config.providers.all.some(({ method }) => method.facts.verifiesEmail === 'itself')
  const user = adapter !== undefined && sendsMails ? await findUser(adapter, userId) : null
  return user !== null && nonEmpty(user.email) !== undefined && isEmailVerified(user)
}

/** The passkeys of a user. An adapter that cannot delete passkeys keeps removed ones, which have no account any more. */
const readPasskeys = async ({ config }: AuthContext, adapter: BoundAdapter | undefined, userId: string) => {
  const found = adapter === undefined ? [] : await findPasskeys(adapter, userId)
  // One published adapter lists a passkey once for each time it was used.
  const rows = [...new Map(found.map((row) => [row.credentialID, row])).values()]
  if (adapter?.deleteAuthenticator !== undefined) return rows
  const ids = config.providers.all.filter(({ method }) => method.facts.hasPasskeys).map(({ id }) => id)
  const kept: AdapterAuthenticator[] = []
  for (const row of rows) {
    const accounts = await Promise.all(ids.map(async (id) => adapter?.getAccount?.(row.providerAccountId, id)))
    if (accounts.some((account) => account !== null && account !== undefined)) kept.push(row)
  }
  return kept
}

export const readUserMethods = async (
  context: AuthContext,
  adapter: BoundAdapter | undefined,
  userId: string,
): Promise<UserMethods> => {
  const { providers, methods } = context.config
  const all = adapter === undefined ? [] : await findAccounts(adapter, userId)
  const passkeys = await readPasskeys(context, adapter, userId)
  const accounts = all.filter(({ type }) => methods.find(type)?.facts.hasPasskeys !== true)
  const usable = accounts.filter(({ provider }) => providers.find(provider) !== undefined)
  const usablePasskeys = providers.all.some(({ method }) => method.facts.hasPasskeys) ? passkeys.length : 0
  const mail = (await canSignInByMail(context, adapter, userId)) ? 1 : 0
  const count = usable.length + usablePasskeys + mail
  return {
    accounts,
    passkeys,
    canList: adapter?.listAccounts !== undefined,
    count,
    canRemove: adapter?.unlinkAccount !== undefined && count > 1,
  }
}
