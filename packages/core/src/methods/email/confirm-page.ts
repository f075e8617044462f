import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { findEmailUser } from '../../accounts/account-facts.ts'
import { findUser } from '../../store/rows.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { Verification } from '../../errors/error-classes.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { show } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { formToken } from '../../forms/csrf.ts'
import { findRequestedFrom } from './requested-from.ts'
import { readTarget } from '../../forms/callback-url.ts'

/** Whether somebody else is signed in here who would no longer be, and their address where they have one. */
export interface Replaced {
  readonly isOtherUser: boolean
  readonly email?: string
}

const NOBODY: Replaced = { isOtherUser: false }

/** Look whom a sign-in by this address would sign out of this browser. */
export const findReplaced = async (
  request: RequestInternal,
  context: AuthContext,
  email: string,
): Promise<Replaced> => {
  const { adapter } = context.config
  const currentUser = await sessionsOf(context).findCurrentUser(context, request.cookies)
  if (currentUser === null || adapter === undefined) return NOBODY
  const user = await findEmailUser(adapter, email)
  if (user?.id === currentUser.userId) return NOBODY
  const held = await findUser(adapter, currentUser.userId)
  return { isOtherUser: true, ...defined({ email: held?.email ?? undefined }) }
}

/** A page with one button: whoever opened the link, a scanner or a stranger, has done nothing yet. */
export const confirmLink = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, maxAge }: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
  replaced: Replaced,
): Promise<HandlerResponse> => {
  const asked = await findRequestedFrom(context, request.query.get('asked'), token)
  if (asked !== undefined && asked.requestedAt + maxAge * 1000 <= context.runtime.now())
    throw new Verification('The link is too old', { reason: 'expired' })
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const callbackUrl = await readTarget(request, context)
  const props = {
    action: `${request.base}/callback/${provider.id}`,
    email,
    host: new URL(request.origin).host,
    fields: [
      ['token', token],
      ['email', email],
      ['callbackUrl', callbackUrl],
    ] as const,
    ...defined({ csrfToken, replaces: replaced.email }),
    ...asked,
  }
  return show({ page: 'confirm-link', props }, cookies)
}
