import type { Site } from '../../../config/site.ts'
import { tokenStore } from '../token.ts'
import type { TokenStore } from '../token.ts'
import { findNoticeSender } from '../../notice-sender.ts'
import type { NoticeSender } from '../../notice-sender.ts'

type Needed = 'getUser' | 'getUserByEmail' | 'updateUser'

/** What changing an address needs. */
export interface Mailer extends NoticeSender {
  readonly store: TokenStore & Required<Pick<TokenStore, Needed>>
}

const isWhole = (store: TokenStore): store is Mailer['store'] =>
  store.getUser !== undefined && store.getUserByEmail !== undefined && store.updateUser !== undefined

/** What can send a mail of ours, where the adapter has what a change of address needs. */
export const findMailer = (site: Site): Mailer | undefined => {
  const sender = findNoticeSender(site)
  if (sender === undefined) return undefined
  const store = tokenStore(site)
  return isWhole(store) ? { ...sender, store } : undefined
}
