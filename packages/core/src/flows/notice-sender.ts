import type { Site } from '../config/site.ts'
import { resolveEmailProvider } from '../email/provider.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import type { EmailConfig } from '../types/providers.ts'

/** What sends mails that sign nobody in. */
export interface NoticeSender {
  readonly resolved: ResolvedEmailProvider
  readonly send: NonNullable<EmailConfig['sendNotice']>
}

/** The first e-mail provider that can send such a mail. One that sends sign-in mails alone is none. */
export const findNoticeSender = (site: Site): NoticeSender | undefined => {
  const email = site.config.providers.all.filter(({ type }) => type === 'email')
  const resolved = email
    .map(({ written }) => resolveEmailProvider(written))
    .find(({ provider }) => provider.sendNotice !== undefined)
  if (resolved === undefined) return undefined
  const { provider } = resolved
  return { resolved, send: (params) => provider.sendNotice?.(params) }
}
