import { defined } from '../base/json.ts'
import type { AuthContext, RequestFunction, RouteHandler, UserMethods } from '../config/engine-types.ts'
import { errorTable, readErrorQuery } from '../errors/error-table.ts'
import { formToken, pageProviders } from '../forms/page-data.ts'
import { findCurrentUser } from '../sessions/strategy.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import { findUser } from '../store/rows.ts'
import type { AccountProps, PageProvider } from '../types/page-props.ts'
import { json, show } from '../web/handler-response.ts'
import { homeTarget } from '../web/redirect-target.ts'
import { loadAccountParts, readUserMethods } from './account-request.ts'

const accountData: RequestFunction<[UserMethods]> = async (request, context, userMethods) => {
  const parts = await loadAccountParts(context)
  const data = await Promise.all(parts.map(async (part) => part.data?.(request, context, userMethods)))
  return json(Object.assign({ passkeys: [] }, ...data) as Record<string, unknown>)
}

const toPageAccounts = ({ config }: AuthContext, { accounts, canRemove }: UserMethods): AccountProps['accounts'] =>
  accounts.map(({ provider, providerAccountId }) => {
    const { name = provider, style } = config.providers.find(provider) ?? {}
    return { provider, providerAccountId, name, canUnlink: canRemove, ...defined({ style }) }
  })

const findLinkable = ({ config }: AuthContext, { accounts, canList }: UserMethods): readonly PageProvider[] => {
  if (!canList) return []
  const linked = new Set(accounts.map(({ provider }) => provider))
  return pageProviders(config).filter(
    ({ id }) => !linked.has(id) && config.providers.find(id)?.method.callbackPostedBy === 'provider',
  )
}

/** What the user did last. An attacker can write the URL, so only these values are shown. */
const DONE = ['unlinked', 'passkey-added', 'passkey-renamed', 'passkey-deleted', 'email-sent', 'email-changed'] as const

const accountPage: RequestFunction<[string, UserMethods]> = async (request, context, userId, userMethods) => {
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findUser(adapter, userId)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.query)
  const done = DONE.find((value) => value === request.query.get('done'))
  const parts = await loadAccountParts(context)
  const sections = await Promise.all(parts.map((part) => part.section(request, context, userId, userMethods)))
  const props: AccountProps = {
    user: defined({ name: user?.name, email: user?.email, image: user?.image }),
    action: `${request.base}/account`,
    signoutUrl: `${request.base}/signout`,
    home: homeTarget(request.origin),
    accounts: toPageAccounts(context, userMethods),
    linkable: findLinkable(context, userMethods),
    ...(Object.assign({}, ...sections) as Partial<AccountProps>),
    ...defined({ csrfToken, done, error, retryAfter }),
  }
  return show({ page: 'account', props }, cookies)
}

/** `GET /account`: the account of the signed-in user; JSON for a script. A visitor must sign in first. */
export const showAccount: RouteHandler = async (request, context) => {
  const accept = request.headers.get('accept') ?? ''
  const wantsData = accept.includes('application/json') && !accept.includes('text/html')
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null)
    return wantsData
      ? json({ error: 'SessionRequired' }, [], errorTable.SessionRequired.status)
      : requireSignIn(request, context, `${request.base}/account`, 'SessionRequired')
  const userMethods = await readUserMethods(context, context.config.adapter, currentUser.userId)
  return wantsData
    ? accountData(request, context, userMethods)
    : accountPage(request, context, currentUser.userId, userMethods)
}
