import { defined, nonEmpty } from '../base/json.ts'
import type { AccountRequest, RequestFunction, RouteHandler, UserMethods } from '../config/engine-types.ts'
import { errorTable, readErrorQuery } from '../errors/error-table.ts'
import { formToken } from '../forms/page-data.ts'
import { findCurrentUser } from '../sessions/strategy.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import type { AccountProps } from '../types/page-props.ts'
import { json, show } from '../web/handler-response.ts'
import { homeTarget } from '../web/redirect-target.ts'
import { showAccountForm } from './account-form.ts'
import { loadAccountParts } from './account-parts.ts'
import { readUserMethods } from './account-request.ts'

const accountData: RequestFunction<[UserMethods]> = async (request, context, userMethods) => {
  const parts = await loadAccountParts(context)
  const data = await Promise.all(parts.map(async (part) => part.data?.(request, context, userMethods)))
  return json(Object.assign({ passkeys: [] }, ...data) as Record<string, unknown>)
}

/** What the user did last. An attacker can write the URL, so only these values are shown. */
const DONE: readonly NonNullable<AccountProps['done']>[] = [
  'name-changed',
  'picture-removed',
  'unlinked',
  'passkey-added',
  'passkey-renamed',
  'passkey-deleted',
  'email-sent',
  'email-changed',
  'session-ended',
  'sessions-ended',
  'account-kept',
]

/** The row of the user, or what a session in a cookie says about a user whom no database has. */
const userOf = ({ currentUser }: AccountRequest): AccountProps['user'] => {
  const { user, claims } = currentUser
  if (user !== undefined) return defined({ name: user.name, email: user.email, image: user.image })
  const text = (claim: string) => nonEmpty(claims?.[claim])
  return defined({ name: text('name'), email: text('email'), image: text('picture') })
}

const accountPage = async (accountRequest: AccountRequest, userMethods: UserMethods) => {
  const { request, context } = accountRequest
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.url.searchParams)
  const done = DONE.find((value) => value === request.url.searchParams.get('done'))
  const parts = await loadAccountParts(context)
  const sections = await Promise.all(parts.map((part) => part.section(accountRequest, userMethods)))
  const props: AccountProps = {
    user: userOf(accountRequest),
    action: `${request.base}/account`,
    signoutUrl: `${request.base}/signout`,
    home: homeTarget(request.origin),
    accounts: [],
    linkable: [],
    ...(Object.assign({}, ...sections) as Partial<AccountProps>),
    ...defined({ csrfToken, done, error, retryAfter }),
  }
  return show({ page: 'account', props }, cookies)
}

/**
 * `GET /account`: the account of the signed-in user, or the page for one change; JSON for a script. A visitor must sign
 * in first.
 */
export const showAccount: RouteHandler = async (request, context) => {
  const accept = request.headers.get('accept') ?? ''
  const wantsData = accept.includes('application/json') && !accept.includes('text/html')
  const change = request.url.searchParams.get('change')
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) {
    const page = `${request.base}/account${change === null ? '' : request.url.search}`
    return wantsData
      ? json({ error: 'SessionRequired' }, [], errorTable.SessionRequired.status)
      : requireSignIn(request, context, page, 'SessionRequired')
  }
  const userMethods = await readUserMethods(context, context.config.adapter, currentUser.userId)
  if (wantsData) return accountData(request, context, userMethods)
  const accountRequest = { request, context, currentUser }
  return change === null
    ? accountPage(accountRequest, userMethods)
    : showAccountForm(accountRequest, userMethods, change)
}
