import type { BoundAdapter } from '../config/adapter.ts'
import { isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { holdClaimed } from './claimed.ts'
import { createUser, finishUser } from './create.ts'
import type { AccountVerdict } from './decide.ts'
import type { Identity, KnownUser } from './identity.ts'
import { linkTo } from './link-to.ts'
import { link } from './link.ts'
import type { News } from './news.ts'
import { proveAddress } from './prove.ts'
import { refused } from './refused.ts'
import { removeUnproven } from './unproven.ts'

/** What came of carrying a verdict out. */
export interface Applied {
  readonly user: KnownUser
  readonly isNewUser: boolean
  /** Whether the session that the browser has goes on. */
  readonly keepsSession: boolean
  readonly news: readonly News[]
  /** Who had an account already and got a way in added, as they were before. */
  readonly addedTo?: KnownUser
}

/**
 * Add an account to the user with its address. Where the provider proves an address that was only claimed until now, whoever
 * claimed it loses what they attached, as when its owner opens a mail.
 */
const joinUser = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  user: KnownUser,
  isTransaction: boolean,
): Promise<Applied> => {
  const entered = { isNewUser: false, keepsSession: false, addedTo: user }
  if (identity.emailVerified !== true || isProven(user)) {
    if (isTransaction) await holdClaimed(adapter, identity, user)
    return { ...entered, user, news: await link(adapter, identity, user) }
  }
  if (adapter.updateUser === undefined) {
    const removed = await removeUnproven(site, adapter, user)
    return { ...entered, user, news: [...removed, ...(await link(adapter, identity, user))] }
  }
  const proven = await proveAddress(site, adapter, identity, user)
  return { ...entered, user: proven.user, news: [...proven.news, ...(await link(adapter, identity, proven.user))] }
}

const addTo = ({ user, news }: Awaited<ReturnType<typeof linkTo>>): Applied => ({
  user,
  news,
  isNewUser: false,
  keepsSession: true,
  addedTo: user,
})

/**
 * Carry a verdict out. Throws when it is a refusal: `OAuthAccountNotLinked`, for passkeys `AccountNotLinked`, and
 * `RecentSignInRequired` when signing in again helps.
 */
export const applyVerdict = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  verdict: AccountVerdict,
  isTransaction: boolean,
): Promise<Applied> => {
  const entered = { isNewUser: false, keepsSession: false, news: [] }
  switch (verdict.do) {
    case 'enter':
      if (identity.method === 'email') {
        return { ...entered, ...(await proveAddress(site, adapter, identity, verdict.user)) }
      }
      // A session in a cookie says itself that nobody had proven the address.
      if (isTransaction && site.config.session.strategy === 'database')
        await holdClaimed(adapter, identity, verdict.user)
      return { ...entered, user: verdict.user }
    case 'stay':
      return { ...entered, user: verdict.user, keepsSession: true }
    case 'link':
      return addTo(await linkTo(adapter, identity, verdict, isTransaction))
    case 'join':
      return joinUser(site, adapter, identity, verdict.user, isTransaction)
    case 'finish':
      if (isTransaction) await holdClaimed(adapter, identity, verdict.user)
      return { ...entered, isNewUser: true, ...(await finishUser(adapter, identity, verdict.user)) }
    case 'create':
      return { ...entered, isNewUser: true, ...(await createUser(site, adapter, identity)) }
    case 'refuse':
      throw refused(identity, verdict.reason)
  }
}
