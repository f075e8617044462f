import { AccountNotLinked } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, lockUser, requireMethod } from '../store/rows.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/index.ts'
import { findAccountUser } from './find-users.ts'
import type { AccountEvent } from './account-events.ts'
import { refusalError, type AccountDecision, type Identity, type StoredUser } from './decide-account.ts'
import { undoLink, type Writing } from './unverified.ts'

/** Some published adapters pass every member to a database that rejects unknown columns, so they get no others. */
const passkeyRow = (adapter: BoundAdapter, authenticator: NonNullable<Identity['authenticator']>, userId: string) => {
  const row: AdapterAuthenticator = { ...authenticator, userId }
  if (adapter.updateAuthenticator !== undefined || adapter.deleteAuthenticator !== undefined) return row
  const { name: _name, createdAt: _created, lastUsedAt: _used, userHandle: _handle, aaguid: _model, ...published } = row
  return published
}

/** Store an account with its passkey, if it has one. A failed attempt may have stored the account without it. */
export const linkAccount = async (adapter: BoundAdapter, identity: Identity, user: StoredUser) => {
  const { account: given, stored, user: profile, authenticator } = identity
  const { provider, providerAccountId } = given
  const type = given.type as AdapterAccount['type']
  const { userId, ...account }: AdapterAccount = { ...stored, provider, providerAccountId, type, userId: user.id }
  const isStored = authenticator !== undefined && (await findAccountUser(adapter, identity))?.id === userId
  if (!isStored) await requireMethod(adapter, 'linkAccount')({ ...account, userId })
  const linked: AccountEvent = { name: 'linkAccount', user, account, profile }
  if (authenticator === undefined) return [linked]
  await requireMethod(adapter, 'createAuthenticator')(passkeyRow(adapter, authenticator, userId))
  const created: AccountEvent = { name: 'createAuthenticator', user, authenticator: { ...authenticator, userId } }
  return [linked, created]
}

type LinkDecision = Extract<AccountDecision, { do: 'link' }>

const checkUser = (identity: Identity, user: StoredUser | null, { wasUnverified }: LinkDecision): StoredUser => {
  if (user === null) throw new AccountNotLinked('The user who requested to link an account was deleted')
  if (wasUnverified && isEmailVerified(user)) throw refusalError(identity, 'requested-by-another-user')
  return user
}

/** Add an account to the user who requested it, unless the address of that user was verified meanwhile. */
export const linkToUser = async ({ adapter, identity, isTransaction }: Writing, decision: LinkDecision) => {
  const { userId, wasUnverified } = decision
  const find = wasUnverified && isTransaction ? lockUser : findUser
  const user = checkUser(identity, await find(adapter, userId), decision)
  const events = await linkAccount(adapter, identity, user)
  // Whatever verifies the address removes what it finds, and nothing may be added after that.
  if (!wasUnverified || isTransaction) return { user, events }
  try {
    checkUser(identity, await findUser(adapter, userId), decision)
  } catch (error) {
    await undoLink(adapter, identity)
    throw error
  }
  return { user, events }
}
