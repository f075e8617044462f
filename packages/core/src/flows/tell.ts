import type { KnownUser } from '../accounts/identity.ts'
import { tellNews } from '../accounts/news.ts'
import type { News } from '../accounts/news.ts'
import { once } from '../base/once.ts'
import type { Site } from '../config/site.ts'
import type { Change } from '../email/notice.ts'
import type { RequestInternal } from '../web/request.ts'

/** A change that the person hears of, and the user as they were before it. */
export interface Noticed {
  readonly user: KnownUser
  readonly change: Change
}

/** Mails are rarer than sign-ins, so what writes them is loaded for the first. */
const notices = once(() => import('./notice.ts'))

/** Tell what was done, when it is kept: the owner by events, and the person by mail where a way to sign in came or went. */
export const tell = async (
  request: RequestInternal,
  site: Site,
  news: readonly News[],
  noticed: Noticed | undefined,
): Promise<void> => {
  await tellNews(site, news)
  if (noticed === undefined) return
  const { sendNotice } = await notices()
  await sendNotice(request, site, noticed.user, noticed.change)
}

/** An account at a provider that came or went, as a person is told of it. */
export const accountChange = (site: Site, kind: 'linked' | 'unlinked', provider: string): Change => ({
  kind,
  name: site.config.providers.find(provider)?.name ?? provider,
})
