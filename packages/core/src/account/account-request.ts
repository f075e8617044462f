import { isRow, nonEmpty } from '../base/json.ts'
import { isRecentlyAuthenticated } from '../attempts/reauthentication.ts'
import type { AccountRequest, AuthContext } from '../config/engine-types.ts'
import { findAccounts, findPasskeyAccounts, findPasskeys } from '../accounts/find-users.ts'
import { signsInByMail } from '../config/unverified-email.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'

export const isReauthenticated = ({ context, request, currentUser }: AccountRequest): Promise<boolean> =>
  isRecentlyAuthenticated(context, request.cookies, currentUser.userId)

export const requireAdapter = ({ config }: AuthContext): BoundAdapter => {
  if (config.adapter !== undefined) return config.adapter
  throw authError('MissingAdapter', 'An account can only be changed with a database adapter')
}

/** A verified address is a sign-in method where the application sends sign-in mails. */
const canSignInByMail = async ({ config }: AuthContext, adapter: BoundAdapter, userId: string) => {
  const user = signsInByMail(config.providers.all) ? await findUser(adapter, userId) : null
  return user !== null && nonEmpty(user.email) !== undefined && isEmailVerified(user)
}

/** The passkeys of a user. An adapter that cannot delete them keeps removed ones, which have no account any more. */
const readPasskeys = async (context: AuthContext, adapter: BoundAdapter, userId: string) => {
  // One published adapter lists a passkey once for each time it was used.
  const found = new Map((await findPasskeys(adapter, userId)).map((row) => [row.credentialID, row]))
  const rows = [...found.values()]
  if (adapter.deleteAuthenticator !== undefined) return rows
  const accounts = await Promise.all(rows.map((row) => findPasskeyAccounts(context, adapter, row)))
  return rows.filter((_row, i) => accounts[i]?.some(isRow))
}

export const readUserMethods = async (context: AuthContext, adapter: BoundAdapter | undefined, userId: string) => {
  if (adapter === undefined) return { accounts: [], passkeys: [], canList: false, count: 0, canRemove: false }
  const { providers, methods } = context.config
  const passkeys = await readPasskeys(context, adapter, userId)
  const all = await findAccounts(adapter, userId)
  const accounts = all.filter(({ type }) => methods.find(type)?.facts.hasPasskeys !== true)
  const usable = accounts.filter(({ provider }) => providers.find(provider) !== undefined)
  const usablePasskeys = providers.all.some(({ method }) => method.facts.hasPasskeys) ? passkeys.length : 0
  const count = usable.length + usablePasskeys + ((await canSignInByMail(context, adapter, userId)) ? 1 : 0)
  const canRemove = adapter.unlinkAccount !== undefined && count > 1
  return { accounts, passkeys, canList: adapter.listAccounts !== undefined, count, canRemove }
}
