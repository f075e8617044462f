import { defined } from '../base/record.ts'
import { findUser } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { readErrorQuery } from '../errors/error-table.ts'
import type { AccountProps, PageProvider } from '../types/page-props.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import { show } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal, RouteHandler } from '../config/handler.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import { formToken } from '../forms/csrf.ts'
import { findMailer } from './email-change/mailer.ts'
import { findCurrentUser } from '../sessions/current-user.ts'
import { pageProviders } from '../forms/page-providers.ts'
import { accountData, notSignedIn, wantsData } from './account-data.ts'
import { findOpenCode } from './email-change/confirm-code.ts'
import { toPagePasskey } from './page-passkey.ts'
import { passkeySignal } from './passkey-signal.ts'
import { readUserMethods } from './user-methods.ts'
import type { UserMethods } from './user-methods.ts'

const toPageAccount = (
  { provider, providerAccountId }: AdapterAccount,
  context: AuthContext,
  canUnlink: boolean,
): AccountProps['accounts'][number] => {
  const known = context.config.providers.find(provider)
  const style = defined({ style: known?.style })
  return { provider, providerAccountId, name: known?.name ?? provider, canUnlink, ...style }
}

const isLinkable =
  (accounts: readonly AdapterAccount[]) =>
  ({ id, kind }: PageProvider): boolean =>
    kind === 'redirect' && !accounts.some(({ provider }) => provider === id)

/** What somebody did last comes back in the address, as one of a few words. */
const DONE = ['unlinked', 'passkey-added', 'passkey-renamed', 'passkey-deleted', 'email-sent', 'email-changed'] as const

/** Where the address can be changed: the form, and the field for a code that this browser waits for. */
const emailOf = async (
  request: RequestInternal,
  context: AuthContext,
  userId: string,
): Promise<AccountProps['email']> => {
  if (findMailer(context) === undefined) return undefined
  const open = await findOpenCode(context, request.cookies, userId)
  return open === undefined ? {} : { code: { name: 'code', length: open.code.length } }
}

const passkeysOf = async (
  request: RequestInternal,
  context: AuthContext,
  ways: UserMethods,
): Promise<AccountProps['passkeys']> => {
  const signal = await passkeySignal(request, context, ways)
  if (signal === undefined) return undefined
  const { rpId, userId } = signal
  const back = pageTarget(`${request.base}/account`, request.origin, { done: 'passkey-added' })
  const addUrl = pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: back })
  const list = ways.passkeys.map((row) => toPagePasskey(row, ways))
  return { list, addUrl, ...(userId === undefined ? {} : { signal: { rpId, userId } }) }
}

const render = async (
  request: RequestInternal,
  context: AuthContext,
  userId: string,
  ways: UserMethods,
): Promise<HandlerResponse> => {
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.query)
  const done = DONE.find((word) => word === request.query.get('done'))
  const accounts = ways.accounts.map((account) => toPageAccount(account, context, ways.canRemove))
  const props: AccountProps = {
    user: defined({ name: user?.name, email: user?.email, image: user?.image }),
    action: `${request.base}/account`,
    signoutUrl: `${request.base}/signout`,
    home: homeTarget(request.origin),
    accounts,
    linkable: ways.canList ? pageProviders(context.config).filter(isLinkable(ways.accounts)) : [],
    ...defined({
      csrfToken,
      done,
      passkeys: await passkeysOf(request, context, ways),
      email: await emailOf(request, context, userId),
      error,
      retryAfter,
    }),
  }
  return show({ page: 'account', props }, cookies)
}

/** `GET /account`: one's own account, for a script as data. Whoever is not signed in is asked to sign in first. */
export const showAccount: RouteHandler = async (request, context) => {
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null)
    return wantsData(request) ? notSignedIn() : requireSignIn(request, context, `${request.base}/account`)
  const ways = await readUserMethods(context, context.config.adapter, currentUser.userId)
  return wantsData(request) ? accountData(request, context, ways) : render(request, context, currentUser.userId, ways)
}
