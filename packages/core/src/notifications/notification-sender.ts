import type { AuthContext } from '../config/engine-types.ts'
import { resolveEmailProvider } from '../protocols/email/email-provider.ts'
import type { ResolvedEmailProvider } from '../protocols/email/email-provider.ts'
import type { EmailConfig } from '../types/providers.ts'

/** An e-mail provider that sends notifications. */
export interface NotificationSender {
  readonly resolved: ResolvedEmailProvider
  readonly send: NonNullable<EmailConfig['sendNotification']>
}

/** The first e-mail provider with `sendNotification`, or `undefined` if all of them send sign-in mails only. */
export const findNotificationSender = ({ config }: AuthContext): NotificationSender | undefined => {
  for (const { method, options } of config.providers.all) {
    if (method.facts.verifiesEmail !== 'itself') continue
    const resolved = resolveEmailProvider(options)
    const { provider } = resolved
    if (provider.sendNotification !== undefined)
      return { resolved, send: (params) => provider.sendNotification?.(params) }
  }
  return undefined
}
