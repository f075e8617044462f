import type { Applied } from '../accounts/apply.ts'
import { checkStillClaimed } from '../accounts/claimed.ts'
import type { Identity, KnownUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import { findUser } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { UnsupportedStrategy } from '../errors/classes.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/identity.ts'
import type { RequestInternal } from '../web/request.ts'
import { entryOf } from './known.ts'
import { accountChange, tell } from './tell.ts'
import type { Noticed } from './tell.ts'
import { writeDown } from './write-down.ts'
import type { Before, Issue } from './write-down.ts'

/** A sign-in that is written down. */
export interface Settled {
  readonly applied: Applied
  readonly cookies: readonly Cookie[]
}

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

/** A database session goes on as it is; a token is made anew, so that the jwt callback hears of the new account. */
const keepsSession = (site: Site, applied: Applied): boolean =>
  applied.keepsSession && site.config.session.strategy === 'database'

const findNoticed = (site: Site, { account, authenticator }: Identity, { addedTo }: Applied): Noticed | undefined => {
  if (addedTo === undefined) return undefined
  const isPasskey = authenticator !== undefined
  return {
    user: addedTo,
    change: isPasskey ? { kind: 'passkeyAdded' } : accountChange(site, 'linked', account.provider),
  }
}

/** Whoever came in by an address that somebody proved meanwhile is not in. A token says itself that nobody had. */
const checkAgain = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity,
  applied: Applied,
  cookies: readonly Cookie[],
): Promise<void> => {
  const isInDatabase = site.config.session.strategy === 'database'
  const isWritten = applied.isNewUser || (isInDatabase && !applied.keepsSession)
  if (!isWritten || identity.method === 'email') return
  const token = isInDatabase ? cookies.find(({ name }) => name === site.cookies.session.name)?.value : undefined
  await checkStillClaimed(adapter, identity, applied.user, token)
}

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
  const written = await writeDown({ site, adapter, identity: { ...identity, method }, before, issue })
  await tell(request, site, written.applied.news, findNoticed(site, identity, written.applied))
  const cookies = written.cookies ?? (await issue(written.applied))
  if (adapter.transaction === undefined) await checkAgain(site, adapter, identity, written.applied, cookies)
  return { applied: written.applied, cookies }
}
