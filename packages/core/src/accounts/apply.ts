import { toUuid } from '../base/uuid.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, AdapterError, MissingAdapterMethods, OAuthAccountNotLinked } from '../errors/classes.ts'
import type { Account, AdapterAccount, AdapterUser, User } from '../types/index.ts'
import type { AccountVerdict, Refusal } from './decide.ts'
import { findAccountUser, findUser, readUser } from './facts.ts'
import type { Identity, KnownUser } from './identity.ts'
import { removeUnproven, removeUnprovenPasskeys } from './unproven.ts'

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

/** An account without its passkey would be a way in that is none, so the first is taken back when the second cannot be written. */
const addAuthenticator = async (
  adapter: BoundAdapter,
  { provider, providerAccountId, userId }: AdapterAccount,
  authenticator: NonNullable<Identity['authenticator']>,
): Promise<void> => {
  try {
    await method(adapter, 'createAuthenticator')({ ...authenticator, userId })
  } catch (error) {
    // Within a transaction the taking back fails as well, and is not needed.
    await Promise.resolve(adapter.unlinkAccount?.({ provider, providerAccountId })).catch(() => undefined)
    throw error
  }
}

const link = async (adapter: BoundAdapter, identity: Identity, user: KnownUser): Promise<News> => {
  const account = accountRow(identity, user.id)
  await method(adapter, 'linkAccount')(account)
  if (identity.authenticator !== undefined) await addAuthenticator(adapter, account, identity.authenticator)
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

const enterByEmail = async (site: Site, adapter: BoundAdapter, user: KnownUser): Promise<Applied> => {
  await removeUnproven(site, adapter, user)
  const changed = await method(adapter, 'updateUser')({ id: user.id, emailVerified: new Date(site.runtime.now()) })
  const updated = { ...user, ...changed, id: user.id }
  return { user: updated, isNewUser: false, keepsSession: false, news: [{ name: 'updateUser', user: updated }] }
}

const linkTo = async (adapter: BoundAdapter, identity: Identity, userId: string): Promise<Applied> => {
  const user = await findUser(adapter, userId)
  if (user === null) throw new AccountNotLinked('The user who asked to link an account is gone')
  return { user, isNewUser: false, keepsSession: true, news: [await link(adapter, identity, user)] }
}

const refused = (identity: Identity, reason: Refusal): AuthError => {
  const Refused = identity.method === 'webauthn' ? AccountNotLinked : OAuthAccountNotLinked
  return new Refused('This account cannot be used to sign in here', { provider: identity.account.provider, reason })
}

/** Carry a verdict out. Throws `OAuthAccountNotLinked`, or for passkeys `AccountNotLinked`, when it is a refusal. */
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
      if (identity.emailVerified === true) await removeUnprovenPasskeys(site, adapter, verdict.user)
      return { ...entered, user: verdict.user, news: [await link(adapter, identity, verdict.user)] }
    case 'create':
      return create(site, adapter, identity)
    case 'refuse':
      throw refused(identity, verdict.reason)
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
