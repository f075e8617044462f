import { defined, nonEmpty } from '../base/json.ts'
import type { AccountAction, AccountOutcome, AccountPart, AccountRequest } from '../config/engine-types.ts'
import { requireMethod } from '../store/rows.ts'
import { readTypedName } from '../forms/typed-name.ts'
import { announce } from '../notifications/announce.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { requireAdapter } from './account-request.ts'

/** Characters. The longest names of persons have fewer. */
export const MAX_NAME_LENGTH = 128

/** Write a change of the profile, and put it into the session of this browser, which may be in its cookie. */
const update = async (
  { context, request, currentUser }: AccountRequest,
  changes: Pick<Partial<AdapterUser>, 'name' | 'image'>,
  done: AccountOutcome,
) => {
  const id = currentUser.userId
  const written = await requireMethod(requireAdapter(context), 'updateUser')({ id, ...changes })
  const user = { ...currentUser.user, ...written, ...changes, id }
  const { image: picture, ...claims } = changes
  const sessionUpdate = { data: { user: changes }, claims: { ...claims, ...defined({ picture }) } }
  const { cookies } = await sessionsOf(context).read(context, request.cookies, sessionUpdate)
  await announce(request, context, [{ name: 'updateUser', user }], undefined)
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done }), cookies)
}

const changeName: AccountAction = async (accountRequest) => {
  const { request } = accountRequest
  const name = readTypedName(request.fields['name'], MAX_NAME_LENGTH)
  // A name of spaces only. The browser refuses an empty one itself.
  if (name === undefined) return redirectTo(pageTarget(`${request.base}/account`, request.origin, { change: 'name' }))
  return update(accountRequest, { name }, 'name-changed')
}

const canEdit = ({ context, currentUser }: AccountRequest): boolean =>
  currentUser.user !== undefined && context.config.adapter?.updateUser !== undefined

export const profilePart: AccountPart = {
  actions: {
    name: changeName,
    'picture-remove': (accountRequest) => update(accountRequest, { image: null }, 'picture-removed'),
  },
  forms: {
    name: {
      isProtected: false,
      load: async (accountRequest) =>
        canEdit(accountRequest) ? defined({ value: nonEmpty(accountRequest.currentUser.user?.name) }) : undefined,
    },
    'picture-remove': {
      isProtected: false,
      load: async (accountRequest) =>
        canEdit(accountRequest) && nonEmpty(accountRequest.currentUser.user?.image) !== undefined ? {} : undefined,
    },
  },
  section: async (accountRequest) => (canEdit(accountRequest) ? { canEdit: true } : {}),
}
