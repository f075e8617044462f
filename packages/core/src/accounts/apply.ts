import { toUuid } from '../base/uuid.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import { AccountNotLinked, AdapterError, MissingAdapterMethods, OAuthAccountNotLinked } from '../errors/classes.ts'
import type { Account, AdapterAccount, AdapterUser, User } from '../types/index.ts'
import type { AccountVerdict } from './decide.ts'
import { findAccountUser, findUser, readUser } from './facts.ts'
import type { Identity, KnownUser } from './identity.ts'

/** What is to be told when the writes are kept. */
type News =
  | { readonly name: 'createUser' | 'updateUser'; readonly user: KnownUser }
  | { readonly name: 'linkAccount'; readonly user: User; readonly account: Account; readonly profile: User }

/** What came of carrying a verdict out. */
export interface Applied {
  readonly user: KnownUser
  readonly isNewUser: boolean
  /** Whether the session that the browser has goes on. */
  readonly keepsSession: boolean
  readonly news: readonly News[]
}

const method = <Name extends keyof BoundAdapter>(
  adapter: BoundAdapter,
  name: Name,
): NonNullable<BoundAdapter[Name]> => {
  const found = adapter[name]
  if (found === undefined) throw new MissingAdapterMethods(`The adapter lacks ${name}`, { missing: [name] })
  return found
}

const accountRow = (identity: Identity, userId: string): AdapterAccount => {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.stored, provider, providerAccountId, type: type as AdapterAccount['type'], userId }
}

const link = async (adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<News> => {
  const account = accountRow(identity, user.id)
  await method(adapter, 'linkAccount')(account)
  const { userId: _owner, ...told } = account
  return { name: 'linkAccount', user, account: told, profile: identity.user }
}

/** What a failed second write leaves behind is taken back where no transaction does it. */
const linkOrTakeBack = async (adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<News> => {
  try {
    return await link(adapter, identity, user)
  } catch (error) {
    // The account may belong to this user after all: the write was done and only its answer was lost.
    const owner = await findAccountUser(adapter, identity).catch(() => undefined)
    if (owner !== undefined && owner?.id !== user.id) await adapter.deleteUser?.(user.id)
    throw error
  }
}

const newUser = (site: Site, identity: Identity): AdapterUser => {
  const proven = identity.method === 'email' || identity.emailVerified === true ? new Date(site.runtime.now()) : null
  const { id: _foreign, ...user } = identity.user
  return { ...user, id: toUuid(site.runtime.random(16), 4), emailVerified: proven } as AdapterUser
}

const create = async (site: Site, adapter: BoundAdapter, identity: Identity): Promise<Applied> => {
  const user = readUser(await method(adapter, 'createUser')(newUser(site, identity)), 'createUser')
  if (user === null) throw new AdapterError('createUser returned no user', { method: 'createUser' })
  const born: News = { name: 'createUser', user }
  if (identity.method === 'email') return { user, isNewUser: true, keepsSession: false, news: [born] }
  return { user, isNewUser: true, keepsSession: false, news: [born, await linkOrTakeBack(adapter, identity, user)] }
}

/**
 * Whoever came in by an address that nobody had proven loses what they attached to it when its owner proves it. Done where
 * the adapter can list and remove; the migrated rows of other adapters say nothing of who proved what.
 */
const removeUnproven = async (adapter: BoundAdapter, user: KnownUser): Promise<void> => {
  if (user.emailVerified !== null || adapter.deleteSessions === undefined) return
  if (adapter.listAccounts === undefined || adapter.unlinkAccount === undefined) return
  for (const { provider, providerAccountId } of await adapter.listAccounts(user.id)) {
    await adapter.unlinkAccount({ provider, providerAccountId })
  }
  await adapter.deleteSessions(user.id)
}

const enterByEmail = async (site: Site, adapter: BoundAdapter, user: KnownUser): Promise<Applied> => {
  await removeUnproven(adapter, user)
  const changed = await method(adapter, 'updateUser')({ id: user.id, emailVerified: new Date(site.runtime.now()) })
  const updated = { ...user, ...changed, id: user.id }
  return { user: updated, isNewUser: false, keepsSession: false, news: [{ name: 'updateUser', user: updated }] }
}

const linkTo = async (adapter: BoundAdapter, identity: Identity, userId: string): Promise<Applied> => {
  const user = await findUser(adapter, userId)
  if (user === null) throw new AccountNotLinked('The user who asked to link an account is gone')
  return { user, isNewUser: false, keepsSession: true, news: [await link(adapter, identity, user)] }
}

/** Carry a verdict out. Throws `OAuthAccountNotLinked` when it is a refusal. */
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
      return { ...entered, user: verdict.user, news: [await link(adapter, identity, verdict.user)] }
    case 'create':
      return create(site, adapter, identity)
    case 'refuse':
      throw new OAuthAccountNotLinked('This account cannot be used to sign in here', {
        provider: identity.account.provider,
        reason: verdict.reason,
      })
  }
}

/** Tell the owner what happened, in the order it did. */
export const tellNews = async (site: Site, news: readonly News[]): Promise<void> => {
  for (const item of news) {
    if (item.name === 'linkAccount') {
      const { user, account, profile } = item
      await site.config.emit('linkAccount', { user, account, profile })
    } else await site.config.emit(item.name, { user: item.user })
  }
}
