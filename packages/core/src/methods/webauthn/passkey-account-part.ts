import { readDate } from '../../base/time.ts'
import type { AccountAction, AccountForm, AccountPart, AccountRequest, UserMethods } from '../../config/engine-types.ts'
import { isReauthenticated, requireAdapter } from '../../account/account-request.ts'
import { removeMethod } from '../../account/remove-method.ts'
import { accountUnlinked } from '../../accounts/account-events.ts'
import { findPasskeyAccounts, findPasskeys } from '../../accounts/find-users.ts'
import { defined, nonEmpty } from '../../base/json.ts'
import { browserId } from '../../protocols/webauthn/credential.ts'
import { authenticatorModels } from '../../protocols/webauthn/authenticator-models.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { requireMethod } from '../../store/rows.ts'
import type { PagePasskey } from '../../types/page-props.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { isOfThisDevice } from './last-passkey.ts'
import { findPasskeyProvider, passkeyRequestFor, readPasskeyName } from './passkey-request.ts'

const findOwnPasskey = async ({ request, currentUser }: AccountRequest, adapter: BoundAdapter) => {
  const rows = await findPasskeys(adapter, currentUser.userId)
  return rows.find((row) => browserId(row) === request.fields['credentialId'])
}

/** The page that renames or removes the passkey that its URL names. */
const passkeyForm = (action: 'rename' | 'delete'): AccountForm => ({
  isProtected: action === 'delete',
  load: async ({ request, context }, { passkeys, canRemove }) => {
    const own = passkeys.find((row) => browserId(row) === request.url.searchParams.get('credentialId'))
    const can = action === 'delete' ? canRemove : context.config.adapter?.updateAuthenticator !== undefined
    if (own === undefined || !can) return undefined
    const name = nonEmpty(own.name)
    const shown = action === 'delete' ? { subject: name } : { value: name }
    return { fields: [['credentialId', browserId(own)]], ...defined(shown) }
  },
})

const renamePasskey: AccountAction = async (accountRequest) => {
  const adapter = requireAdapter(accountRequest.context)
  const own = await findOwnPasskey(accountRequest, adapter)
  const name = readPasskeyName(accountRequest.request.fields['name'])
  if (own === undefined || name === undefined) return 'absent'
  await requireMethod(adapter, 'updateAuthenticator')({ credentialID: own.credentialID, name })
  return 'passkey-renamed'
}

const deletePasskey: AccountAction = async (accountRequest) => {
  const { context, currentUser } = accountRequest
  const own = await findOwnPasskey(accountRequest, requireAdapter(context))
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const found = await findPasskeyAccounts(context, requireAdapter(context), own)
  const accounts = found.filter(({ userId }) => userId === currentUser.userId)
  return removeMethod(accountRequest, {
    remove: async (adapter, user) => {
      if ((await findOwnPasskey(accountRequest, adapter)) === undefined) return []
      for (const { provider, providerAccountId } of accounts)
        await adapter.unlinkAccount?.({ provider, providerAccountId })
      await adapter.deleteAuthenticator?.(own.credentialID)
      const unlinked = accounts.map((account) => accountUnlinked(user, account))
      return [...unlinked, { name: 'deleteAuthenticator', user, authenticator: own }]
    },
    putBack: async (adapter) => {
      for (const account of accounts) await requireMethod(adapter, 'linkAccount')(account)
      if (adapter.deleteAuthenticator !== undefined) await requireMethod(adapter, 'createAuthenticator')(own)
    },
    done: 'passkey-deleted',
    change: { kind: 'passkeyDeleted' },
  })
}

/** What a browser needs to report deleted passkeys (WebAuthn L3 §5.1.10). `userId` is the user handle, if known. */
const findSignal = async ({ request, context }: Omit<AccountRequest, 'currentUser'>, { passkeys }: UserMethods) => {
  const provider = findPasskeyProvider(context)
  if (provider === undefined) return undefined
  const { id: rpId } = await passkeyRequestFor(request, context, provider).relyingParty()
  const userId = passkeys.map(({ userHandle }) => userHandle).find((handle) => typeof handle === 'string')
  return { rpId, ...defined({ userId }) }
}

const toPagePasskeys = ({ passkeys, canRemove }: UserMethods): readonly PagePasskey[] =>
  passkeys.map((row) => ({
    credentialId: browserId(row),
    isBackedUp: row.credentialBackedUp,
    ...defined({
      canDelete: canRemove ? undefined : false,
      name: row.name ?? undefined,
      createdAt: readDate(row.createdAt)?.getTime(),
      lastUsedAt: readDate(row.lastUsedAt)?.getTime(),
    }),
  }))

/** What only the page shows: the mark of each passkey, and which one is on this device. */
const describeOn = async ({ request, context }: Pick<AccountRequest, 'request' | 'context'>, methods: UserMethods) =>
  Promise.all(
    toPagePasskeys(methods).map(async (shown, i) => {
      const { aaguid, credentialID = '' } = methods.passkeys[i] ?? {}
      const { name, icon } = authenticatorModels.get(aaguid) ?? {}
      const isHere = (await isOfThisDevice(request, context, credentialID)) || undefined
      return { ...defined({ name, icon, isOfThisDevice: isHere }), ...shown }
    }),
  )

export const passkeyAccountPart: AccountPart = {
  actions: { 'passkey-rename': renamePasskey, 'passkey-delete': deletePasskey },
  forms: { 'passkey-rename': passkeyForm('rename'), 'passkey-delete': passkeyForm('delete') },
  section: async ({ request, context }, userMethods) => {
    const { rpId, userId } = (await findSignal({ request, context }, userMethods)) ?? {}
    if (rpId === undefined) return {}
    const back = pageTarget(`${request.base}/account`, request.origin)
    const addUrl = pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: back })
    const list = await describeOn({ request, context }, userMethods)
    const signal = userId === undefined ? undefined : { rpId, userId }
    const canRename = context.config.adapter?.updateAuthenticator === undefined ? false : undefined
    return { passkeys: { list, addUrl, ...defined({ signal, canRename }) } }
  },
  data: async (request, context, userMethods) => ({
    passkeys: toPagePasskeys(userMethods),
    ...(await findSignal({ request, context }, userMethods)),
  }),
}
