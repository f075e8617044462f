import { defined } from '../base/record.ts'
import { applyVerdict, tellNews } from '../accounts/apply.ts'
import type { Applied } from '../accounts/apply.ts'
import { decideAccount } from '../accounts/decide.ts'
import { findAccountUser, findEmailUser, findUser, gatherFacts } from '../accounts/facts.ts'
import type { Identity, KnownUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import { AdapterError, UnsupportedStrategy } from '../errors/classes.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Entry, Holder } from '../sessions/types.ts'
import type { Account, Cookie, User } from '../types/index.ts'
import type { RequestInternal } from '../web/request.ts'

/** The users of the database that a sign-in may concern. */
export interface Known {
  readonly accountUser: KnownUser | null
  readonly emailUser?: KnownUser | null
}

/** Look up whom a sign-in concerns: by account, or by address where there are no accounts. */
export const lookUp = async (adapter: BoundAdapter | undefined, identity: Identity): Promise<Known> => {
  if (adapter === undefined || identity.method === 'credentials') return { accountUser: null }
  if (identity.method === 'email')
    return { accountUser: null, emailUser: await findEmailUser(adapter, identity.user.email) }
  return { accountUser: await findAccountUser(adapter, identity) }
}

/** The user and the account that the owner is asked about: those of the database where there are any. */
export const concerned = (identity: Identity, { accountUser, emailUser }: Known): { user: User; account: Account } => {
  const user = accountUser ?? emailUser ?? identity.user
  const { account } = identity
  return { user, account: account.userId === undefined ? account : { ...account, userId: String(user.id) } }
}

const unchanged = (user: User | KnownUser): Applied => ({
  user: user as KnownUser,
  isNewUser: false,
  keepsSession: false,
  news: [],
})

/** A credentials user is the application's own; for a database session it has to be one of the adapter's. */
const settleCredentials = async (site: Site, identity: Identity): Promise<Applied> => {
  const { adapter, session } = site.config
  if (session.strategy === 'jwt' || adapter === undefined) return unchanged(identity.user)
  const user = await findUser(adapter, String(identity.user.id))
  if (user === null) {
    throw new UnsupportedStrategy(
      'authorize returned an id that is no user of the database, so there is nobody to keep a session for',
      {
        provider: identity.account.provider,
      },
    )
  }
  return unchanged(user)
}

const settleByAccount = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity & { readonly method: 'oauth' | 'email' },
  known: Known & { readonly holder: string | undefined; readonly linkTo: string | undefined },
): Promise<Applied> => {
  const verdict = decideAccount(await gatherFacts(adapter, identity, known))
  try {
    return await applyVerdict(site, adapter, identity, verdict)
  } catch (error) {
    if (verdict.do !== 'create' || !(error instanceof AdapterError)) throw error
    // Somebody, most likely the same person in another tab, was a moment faster: look again, once.
    const again = await lookUp(site.config.adapter, identity)
    const user = again.accountUser ?? again.emailUser ?? null
    if (user === null) throw error
    return applyVerdict(site, site.config.adapter ?? adapter, identity, { do: 'enter', user })
  }
}

/** What the session strategy and the owner are told of a sign-in. */
export const entryOf = (site: Site, identity: Identity, applied: Applied): Entry => {
  const { account } = concerned(identity, { accountUser: applied.user })
  const { profile } = identity
  const isNewUser =
    site.config.adapter === undefined && identity.method !== 'credentials' ? undefined : applied.isNewUser
  return defined({ user: applied.user, account, profile, isNewUser })
}

/** A sign-in that is written down. */
export interface Settled {
  readonly applied: Applied
  readonly cookies: readonly Cookie[]
}

/** Writes that belong together are one transaction where the database has them; the owner is told when they are kept. */
export const settle = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
  known: Known & { readonly holder: Holder | null; readonly linkTo: string | undefined },
): Promise<Settled> => {
  const { adapter } = site.config
  const sessions = sessionsOf(site)
  const issue = (applied: Applied, within?: BoundAdapter): Promise<readonly Cookie[]> =>
    applied.keepsSession
      ? Promise.resolve([])
      : sessions.issue(site, request.cookies, entryOf(site, identity, applied), within)
  const { method } = identity
  if (adapter === undefined || method === 'credentials') {
    const applied = method === 'credentials' ? await settleCredentials(site, identity) : unchanged(identity.user)
    return { applied, cookies: await issue(applied) }
  }
  const facts = { ...known, holder: known.holder?.userId }
  const write = (within: BoundAdapter): Promise<Applied> =>
    settleByAccount(site, within, { ...identity, method }, facts)
  // A jwt callback is the owner's code and may read the database, so it waits until the writes are kept.
  if (site.config.session.strategy === 'database' && adapter.transaction !== undefined) {
    const done = await adapter.transaction(async (within) => {
      const applied = await write(within)
      return { applied, cookies: await issue(applied, within) }
    })
    await tellNews(site, done.applied.news)
    return done
  }
  const applied = adapter.transaction === undefined ? await write(adapter) : await adapter.transaction(write)
  await tellNews(site, applied.news)
  return { applied, cookies: await issue(applied) }
}
