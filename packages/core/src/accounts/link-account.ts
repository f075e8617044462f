import { AdapterTimeout } from '../store/adapter-timeout.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { authError } from '../errors/error-classes.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/index.ts'
import type { Identity, StoredUser } from './identity.ts'
import type { AccountEvent } from './account-events.ts'

/** A method of the adapter. Throws when it lacks it. */
export const requireMethod = <Name extends keyof BoundAdapter>(
  adapter: BoundAdapter,
  name: Name,
): NonNullable<BoundAdapter[Name]> => {
  const found = adapter[name]
  if (found === undefined) throw authError('MissingAdapterMethods', `The adapter lacks ${name}`, { missing: [name] })
  // Binding keeps the signature. TypeScript cannot say so for a union of methods.
  return found.bind(adapter) as typeof found
}

const accountRow = (identity: Identity, userId: string): AdapterAccount => {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.stored, provider, providerAccountId, type: type as AdapterAccount['type'], userId }
}

/**
 * What there is of a passkey in the published contract. Some adapters hand every member on to a database that refuses
 * columns it has not got, so the further ones go to those that have our optional methods for them.
 */
const passkeyRow = (
  adapter: BoundAdapter,
  authenticator: NonNullable<Identity['authenticator']>,
  userId: string,
): AdapterAuthenticator => {
  const row: AdapterAuthenticator = { ...authenticator, userId }
  if (adapter.updateAuthenticator !== undefined || adapter.deleteAuthenticator !== undefined) return row
  const { name: _name, createdAt: _created, lastUsedAt: _used, userHandle: _handle, ...published } = row
  return published
}

/** An account without its passkey would be a way in that is none, so the first is taken back when the second cannot be written. */
const addAuthenticator = async (
  adapter: BoundAdapter,
  { provider, providerAccountId, userId }: AdapterAccount,
  authenticator: NonNullable<Identity['authenticator']>,
): Promise<void> => {
  try {
    await requireMethod(adapter, 'createAuthenticator')(passkeyRow(adapter, authenticator, userId))
  } catch (error) {
    // Within a transaction the taking back fails as well, and is not needed. What was not answered in time may be done yet.
    if (error instanceof AdapterTimeout) throw error
    await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
    throw error
  }
}

/** Tie an account, with its passkey if it is one, to a user. */
export const linkAccount = async (
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
): Promise<readonly AccountEvent[]> => {
  const account = accountRow(identity, user.id)
  const { authenticator } = identity
  await requireMethod(adapter, 'linkAccount')(account)
  const { userId, ...told } = account
  const linked: AccountEvent = { name: 'linkAccount', user, account: told, profile: identity.user }
  if (authenticator === undefined) return [linked]
  await addAuthenticator(adapter, account, authenticator)
  return [linked, { name: 'createAuthenticator', user, authenticator: { ...authenticator, userId } }]
}
