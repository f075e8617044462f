import { findUser } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Holder } from '../sessions/types.ts'
import type { CookieJar } from '../web/cookies.ts'

/** Who is signed in. A token can name a user whom the database no longer has, or never had: that is nobody. */
export const findSignedIn = async (site: Site, jar: CookieJar): Promise<Holder | null> => {
  const holder = await sessionsOf(site).findHolder(site, jar)
  const { adapter, session } = site.config
  if (holder === null || session.strategy === 'database' || adapter === undefined) return holder
  const user = holder.user ?? (await findUser(adapter, holder.userId))
  return user === null ? null : holder
}
