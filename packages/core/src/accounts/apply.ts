import type { BoundAdapter } from '../config/adapter.ts'
import { findUser, isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked, RecentSignInRequired } from '../errors/classes.ts'
import { createUser, finishUser } from './create.ts'
import type { AccountVerdict, Refusal } from './decide.ts'
import type { Identity, KnownUser } from './identity.ts'
import { link, method } from './link.ts'
import type { News } from './news.ts'
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

/** Write down that the address is proven. What an adapter answers may be part of the row, or nothing. */
const prove = async ({ runtime }: Site, adapter: BoundAdapter, user: KnownUser): Promise<KnownUser> => {
  const emailVerified = new Date(runtime.now())
  const changed: Partial<KnownUser> | undefined = await method(adapter, 'updateUser')({ id: user.id, emailVerified })
  if (changed?.id !== undefined && String(changed.id) !== user.id) {
    throw new AdapterError('updateUser returned another user', { method: 'updateUser' })
  }
  return { ...user, ...changed, id: user.id, emailVerified }
}

const enterByEmail = async (site: Site, adapter: BoundAdapter, user: KnownUser): Promise<Applied> => {
  const removed = await removeUnproven(site, adapter, user)
  const proven = await prove(site, adapter, user)
  return {
    user: proven,
    isNewUser: false,
    keepsSession: false,
    news: [...removed, { name: 'updateUser', user: proven }],
  }
}

/**
 * Add an account to the user with its address. Where the provider proves an address that was only claimed until now, whoever
 * claimed it loses what they attached, as when its owner opens a mail.
 */
const joinUser = async (site: Site, adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<Applied> => {
  const entered = { isNewUser: false, keepsSession: false, addedTo: user }
  if (identity.emailVerified !== true || isProven(user)) {
    return { ...entered, user, news: await link(adapter, identity, user) }
  }
  const removed = await removeUnproven(site, adapter, user)
  const proven = adapter.updateUser === undefined ? user : await prove(site, adapter, user)
  const told: readonly News[] = proven === user ? [] : [{ name: 'updateUser', user: proven }]
  return { ...entered, user: proven, news: [...removed, ...told, ...(await link(adapter, identity, proven))] }
}

const linkTo = async (adapter: BoundAdapter, identity: Identity, userId: string): Promise<Applied> => {
  const user = await findUser(adapter, userId)
  if (user === null) throw new AccountNotLinked('The user who asked to link an account is gone')
  return { user, isNewUser: false, keepsSession: true, news: await link(adapter, identity, user), addedTo: user }
}

const refused = (identity: Identity, reason: Refusal): AuthError => {
  const { provider } = identity.account
  if (reason === 'sign-in-too-long-ago') {
    return new RecentSignInRequired('An account is added only by somebody who has just signed in', { provider })
  }
  const Refused = identity.method === 'webauthn' ? AccountNotLinked : OAuthAccountNotLinked
  return new Refused('This account cannot be used to sign in here', { provider, reason })
}

/**
 * Carry a verdict out. Throws when it is a refusal: `OAuthAccountNotLinked`, for passkeys `AccountNotLinked`, and
 * `RecentSignInRequired` when signing in again helps.
 */
export const applyVerdict = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  verdict: AccountVerdict,
): Promise<Applied> => {
  const entered = { isNewUser: false, keepsSession: false, news: [] }
  switch (verdict.do) {
    case 'enter':
      return identity.method === 'email'
        ? enterByEmail(site, adapter, verdict.user)
        : { ...entered, user: verdict.user }
    case 'stay':
      return { ...entered, user: verdict.user, keepsSession: true }
    case 'link':
      return linkTo(adapter, identity, verdict.userId)
    case 'join':
      return joinUser(site, adapter, identity, verdict.user)
    case 'finish':
      return { ...entered, isNewUser: true, ...(await finishUser(adapter, identity, verdict.user)) }
    case 'create':
      return { ...entered, isNewUser: true, ...(await createUser(site, adapter, identity)) }
    case 'refuse':
      throw refused(identity, verdict.reason)
  }
}
