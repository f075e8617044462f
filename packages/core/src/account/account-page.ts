import { defined, nonEmpty } from '../base/json.ts'
import type {
  AccountForm,
  AccountPart,
  AccountRequest,
  AuthContext,
  RequestFunction,
  RouteHandler,
  UserMethods,
} from '../config/engine-types.ts'
import { errorTable, readErrorQuery } from '../errors/error-table.ts'
import { showForm } from '../forms/page-data.ts'
import { findCurrentUser } from '../sessions/strategy.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import { accountOutcomes } from '../types/account-outcomes.ts'
import type { AccountChangeProps, AccountProps } from '../types/page-props.ts'
import { json, malformed, redirectTo, refuse } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'
import { isReauthenticated, readUserMethods, requireAdapter } from './account-request.ts'
import { deletionPart } from './deletion-part.ts'
import { linkedAccountsPart } from './linked-accounts-part.ts'
import { profilePart } from './profile-part.ts'
import { sessionsPart } from './sessions-part.ts'

const OWN = [profilePart, linkedAccountsPart, sessionsPart, deletionPart]

/** The parts of the account page: those that every user has, and those of the configured sign-in methods. */
const loadParts = async ({ config }: AuthContext): Promise<readonly AccountPart[]> => {
  const methods = new Set(config.providers.all.map(({ method }) => method))
  const parts = await Promise.all([...methods].map(async (method) => method.loadAccountPart?.()))
  return [...OWN, ...parts.filter((part) => part !== undefined)]
}

const accountData: RequestFunction<[UserMethods]> = async (request, context, userMethods) => {
  const parts = await loadParts(context)
  const data = await Promise.all(parts.map(async (part) => part.data?.(request, context, userMethods)))
  return json(Object.assign({ passkeys: [] }, ...data) as Record<string, unknown>)
}

/** The row of the user, or what a session in a cookie says about a user whom no database has. */
const userOf = ({ currentUser }: AccountRequest): AccountProps['user'] => {
  const { user, claims } = currentUser
  if (user !== undefined) return defined({ name: user.name, email: user.email, image: user.image })
  const text = (claim: string) => nonEmpty(claims?.[claim])
  return defined({ name: text('name'), email: text('email'), image: text('picture') })
}

const accountPage = async (accountRequest: AccountRequest, userMethods: UserMethods) => {
  const { request, context } = accountRequest
  const { error, retryAfter } = readErrorQuery(request.url.searchParams)
  // An attacker can write the URL, so only these values are shown.
  const done = accountOutcomes.find((value) => value === request.url.searchParams.get('done'))
  const parts = await loadParts(context)
  const sections = await Promise.all(parts.map((part) => part.section(accountRequest, userMethods)))
  const props: AccountProps = {
    user: userOf(accountRequest),
    action: `${request.base}/account`,
    signoutUrl: `${request.base}/signout`,
    home: homeTarget(request.origin),
    accounts: [],
    linkable: [],
    ...(Object.assign({}, ...sections) as Partial<AccountProps>),
    ...defined({ done, error, retryAfter }),
  }
  return showForm(request, context, { page: 'account', props })
}

/** `GET /account?change=<action>`: the page for one change. It changes nothing; its form is posted to `/account`. */
const showAccountForm = async (accountRequest: AccountRequest, userMethods: UserMethods, change: string) => {
  const { request, context } = accountRequest
  const back = pageTarget(`${request.base}/account`, request.origin)
  const parts = context.config.adapter === undefined ? [] : await loadParts(context)
  const forms = parts.flatMap((part) => Object.entries(part.forms) as [AccountChangeProps['change'], AccountForm][])
  const [name, form] = forms.find(([offered]) => offered === change) ?? []
  if (name === undefined || form === undefined) return redirectTo(back)
  if (form.isProtected && !(await isReauthenticated(accountRequest)))
    return requireSignIn(request, context, `${request.base}/account${request.url.search}`, 'ReauthenticationRequired')
  const content = await form.load(accountRequest, userMethods)
  // It was changed in another tab, or the link is wrong.
  if (content === undefined) return redirectTo(back)
  const { error, retryAfter } = readErrorQuery(request.url.searchParams)
  const action = `${request.base}/account`
  const props = { ...content, change: name, action, back, ...defined({ error, retryAfter }) }
  return showForm(request, context, { page: 'account-change', props })
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

/** `POST /account`: changes the account of the signed-in user. */
export const changeAccount: RouteHandler = async (request, context) => {
  const page = `${request.base}/account`
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) return requireSignIn(request, context, page, 'SessionRequired')
  requireAdapter(context)
  const parts = await loadParts(context)
  const name = nonEmpty(request.fields['action']) ?? ''
  const action = parts.find(({ actions }) => Object.hasOwn(actions, name))?.actions[name]
  if (action === undefined) return malformed()
  const outcome = await action({ context, request, currentUser })
  if (typeof outcome === 'object') return outcome
  if (outcome === 'absent') return refuse(404, 'There is nothing here.')
  if (outcome === 'again') return requireSignIn(request, context, page, 'ReauthenticationRequired')
  return redirectTo(pageTarget(page, request.origin, { done: outcome }))
}
