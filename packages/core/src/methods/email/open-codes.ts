import type { AuthContext } from '../../config/engine-types.ts'
import { toSeconds } from '../../base/time.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import type { EmailAttempt, OpenAttempt } from '../../attempts/attempt.ts'
import type { Cookie } from '../../types/http.ts'

/** A mail with a code that this browser asked for. */
export interface OpenCode {
  readonly attempt: EmailAttempt & { readonly code: string }
  readonly forget: Cookie
}

const hasCode = (attempt: EmailAttempt): attempt is OpenCode['attempt'] => attempt.code !== undefined

/** The mails of a provider whose codes this browser can still use, the newest first. */
export const openCodes = (
  context: AuthContext,
  open: readonly OpenAttempt[],
  { provider }: ResolvedEmailProvider,
): readonly OpenCode[] => {
  const now = toSeconds(context.runtime.now())
  return open.flatMap(({ attempt, forget }) => {
    if (attempt.kind !== 'email' || attempt.provider !== provider.id || !hasCode(attempt)) return []
    return now <= attempt.created + (attempt.codeExpiresIn ?? 0) ? [{ attempt, forget }] : []
  })
}
