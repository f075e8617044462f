import { toSeconds } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import type { OpenTransaction } from '../../transactions/store.ts'
import type { EmailTransaction } from '../../transactions/transaction.ts'
import type { Cookie } from '../../types/http.ts'

/** A mail with a code that this browser asked for. */
export interface OpenCode {
  readonly transaction: EmailTransaction & { readonly code: string }
  readonly forget: Cookie
}

const hasCode = (transaction: EmailTransaction): transaction is OpenCode['transaction'] =>
  transaction.code !== undefined

/** The mails of a provider whose codes this browser can still use, the newest first. */
export const openCodes = (
  site: Site,
  open: readonly OpenTransaction[],
  { provider }: ResolvedEmailProvider,
): readonly OpenCode[] => {
  const now = toSeconds(site.runtime.now())
  return open.flatMap(({ transaction, forget }) => {
    if (transaction.kind !== 'email' || transaction.provider !== provider.id || !hasCode(transaction)) return []
    return now <= transaction.created + (transaction.codeLasts ?? 0) ? [{ transaction, forget }] : []
  })
}
