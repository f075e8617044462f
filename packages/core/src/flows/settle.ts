import { applyVerdict, tellNews } from '../accounts/apply.ts'
import type { Applied } from '../accounts/apply.ts'
import { decideAccount } from '../accounts/decide.ts'
import { findUser, gatherFacts } from '../accounts/facts.ts'
import type { Identity, KnownUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import { AdapterError, OAuthAccountNotLinked, UnsupportedStrategy } from '../errors/classes.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Holder } from '../sessions/types.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/identity.ts'
import type { RequestInternal } from '../web/request.ts'
import { entryOf, lookUp } from './known.ts'
import type { Known } from './known.ts'

/** A sign-in that is written down. */
export interface Settled {
  readonly applied: Applied
  readonly cookies: readonly Cookie[]
}

/** What is known before anything is written. */
export interface Before extends Known {
  readonly holder: Holder | null
  readonly linkTo: string | undefined
}

type Proven = Identity & { readonly method: Exclude<Identity['method'], 'credentials'> }

type Issue = (applied: Applied, within?: BoundAdapter) => Promise<readonly Cookie[]>

const unchanged = (user: User): Applied => ({
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
  if (user !== null) return unchanged(user)
  const why = 'authorize returned an id that is no user of the database, so there is nobody to keep a session for'
  throw new UnsupportedStrategy(why, { provider: identity.account.provider })
}

/** Writes that belong together are one transaction where the database has them; the owner is told when they are kept. */
const write = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Proven,
  before: Before,
  issue: Issue,
): Promise<Settled> => {
  const apply = async (within: BoundAdapter): Promise<Applied> => {
    const facts = await gatherFacts(within, identity, { ...before, holder: before.holder?.userId })
    return applyVerdict(site, within, identity, decideAccount(facts))
  }
  if (site.config.session.strategy === 'database' && adapter.transaction !== undefined) {
    const done = await adapter.transaction(async (within) => {
      const applied = await apply(within)
      return { applied, cookies: await issue(applied, within) }
    })
    await tellNews(site, done.applied.news)
    return done
  }
  // A jwt callback is the owner's code and may read the database, so it waits until the writes are kept.
  const applied = adapter.transaction === undefined ? await apply(adapter) : await adapter.transaction(apply)
  await tellNews(site, applied.news)
  return { applied, cookies: await issue(applied) }
}

const isStranger = ({ accountUser, emailUser, linkTo }: Before): boolean =>
  linkTo === undefined && accountUser === null && (emailUser ?? null) === null

/**
 * Write a first sign-in down. When that fails, somebody, most likely the same person in another tab, may have been a moment
 * faster: look again, once. Not within the failed transaction, which can read no more.
 */
const writeFirst = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Proven,
  before: Before,
  issue: Issue,
): Promise<Settled> => {
  try {
    return await write(site, adapter, identity, before, issue)
  } catch (error) {
    if (!(error instanceof AdapterError) && !(error instanceof OAuthAccountNotLinked)) throw error
    const again = { ...before, ...(await lookUp(adapter, identity)) }
    if (isStranger(again)) throw error
    return write(site, adapter, identity, again, issue)
  }
}

/** A database session goes on as it is; a token is made anew, so that the jwt callback hears of the new account. */
const keepsSession = (site: Site, applied: Applied): boolean =>
  applied.keepsSession && site.config.session.strategy === 'database'

/** Write a sign-in down: the user, the account and the session. Throws when any of them cannot be. */
export const settle = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
  before: Before,
): Promise<Settled> => {
  const { adapter } = site.config
  const { method } = identity
  const issue: Issue = async (applied, within) =>
    keepsSession(site, applied)
      ? []
      : sessionsOf(site).issue(site, request.cookies, entryOf(site, identity, applied), within)
  if (adapter === undefined || method === 'credentials') {
    const applied = method === 'credentials' ? await settleCredentials(site, identity) : unchanged(identity.user)
    return { applied, cookies: await issue(applied) }
  }
  const proven = { ...identity, method }
  return isStranger(before)
    ? writeFirst(site, adapter, proven, before, issue)
    : write(site, adapter, proven, before, issue)
}
