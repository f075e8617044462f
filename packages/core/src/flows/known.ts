import { defined } from '../base/record.ts'
import type { Applied } from '../accounts/apply.ts'
import { findAccountUser, findEmailUser } from '../accounts/facts.ts'
import { hasAccounts } from '../accounts/identity.ts'
import type { Identity, KnownUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import type { Entry } from '../sessions/types.ts'
import type { Account, User } from '../types/identity.ts'

/** The users of the database that a sign-in may concern. */
export interface Known {
  readonly accountUser: KnownUser | null
  readonly emailUser?: KnownUser | null
}

/** Look up whom a sign-in concerns: by account, or by address where there are no accounts. */
export const lookUp = async (adapter: BoundAdapter | undefined, identity: Identity): Promise<Known> => {
  if (adapter === undefined || identity.method === 'credentials') return { accountUser: null }
  if (hasAccounts(identity)) return { accountUser: await findAccountUser(adapter, identity) }
  return { accountUser: null, emailUser: await findEmailUser(adapter, identity.user.email) }
}

/** The user and the account that the owner is told of: those of the database where there are any. */
export const concerned = (identity: Identity, { accountUser, emailUser }: Known): { user: User; account: Account } => {
  const user = accountUser ?? emailUser ?? identity.user
  const { account } = identity
  return { user, account: account.userId === undefined ? account : { ...account, userId: String(user.id) } }
}

/** What the session strategy and the owner are told of a sign-in. */
export const entryOf = (site: Site, identity: Identity, { user, isNewUser }: Applied): Entry => {
  const { account } = concerned(identity, { accountUser: user })
  const isUncertain = site.config.adapter === undefined && identity.method !== 'credentials'
  return defined({ user, account, profile: identity.profile, isNewUser: isUncertain ? undefined : isNewUser })
}
