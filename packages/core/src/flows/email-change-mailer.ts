import type { Site } from '../config/site.ts'
import { resolveEmailProvider } from '../email/provider.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import type { EmailConfig } from '../types/providers.ts'
import { tokenStore } from './email-token.ts'
import type { TokenStore } from './email-token.ts'

type Needed = 'getUser' | 'getUserByEmail' | 'updateUser'

/** What changing an address needs. */
export interface Mailer {
  readonly resolved: ResolvedEmailProvider
  readonly send: NonNullable<EmailConfig['sendNotice']>
  readonly store: TokenStore & Required<Pick<TokenStore, Needed>>
}

const isWhole = (store: TokenStore): store is Mailer['store'] =>
  store.getUser !== undefined && store.getUserByEmail !== undefined && store.updateUser !== undefined

/**
 * The first provider that can send a mail of ours, where the adapter has what a change of address needs. A provider that sends
 * sign-in mails alone is none: its mail would say that it signs in, and whoever opened it would give an address away.
 */
export const findMailer = (site: Site): Mailer | undefined => {
  const email = site.config.providers.all.filter(({ type }) => type === 'email')
  const resolved = email
    .map(({ written }) => resolveEmailProvider(written))
    .find(({ provider }) => provider.sendNotice !== undefined)
  if (resolved === undefined) return undefined
  const { provider } = resolved
  const store = tokenStore(site)
  return isWhole(store) ? { resolved, store, send: (params) => provider.sendNotice?.(params) } : undefined
}
