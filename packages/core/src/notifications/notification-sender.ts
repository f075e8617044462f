import type { AuthContext } from '../config/engine-types.ts'
import { resolveEmailProvider } from '../protocols/email/email-provider.ts'
import type { ResolvedEmailProvider } from '../protocols/email/email-provider.ts'
import type { EmailConfig } from '../types/providers.ts'

/** What sends mails that sign nobody in. */
export interface NotificationSender {
  readonly resolved: ResolvedEmailProvider
  readonly send: NonNullable<EmailConfig['sendNotification']>
}

/** The first e-mail provider that can send such a mail. One that sends sign-in mails alone is none. */
export const findNotificationSender = (context: AuthContext): NotificationSender | undefined => {
  const email = context.config.providers.all.filter(({ method }) => method.facts.verifiesEmail === 'itself')
  const resolved = email
    .map(({ options }) => resolveEmailProvider(options))
    .find(({ provider }) => provider.sendNotification !== undefined)
  if (resolved === undefined) return undefined
  const { provider } = resolved
  return { resolved, send: (params) => provider.sendNotification?.(params) }
}
