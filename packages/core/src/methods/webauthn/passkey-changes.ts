import type { AccountOutcome, AccountRequest } from '../../config/engine-types.ts'
import { readRows } from '../../store/rows.ts'
import { requireMethod } from '../../accounts/link-account.ts'
import { accountUnlinked } from '../../accounts/account-events.ts'
import type { AccountEvent } from '../../accounts/account-events.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { authError } from '../../errors/error-classes.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../../types/adapter.ts'
import { browserId } from '../../protocols/webauthn/credential-record.ts'
import { readPasskeyName } from './passkey-name.ts'
import { announce } from '../../notifications/announce.ts'
import { removeMethod } from '../../account/remove-method.ts'
import { requireAdapter, isReauthenticated } from '../../account/account-request.ts'

/** The passkey that a form names, looked for among one's own. */
const findOwn = async (
  { request, currentUser }: AccountRequest,
  adapter: BoundAdapter,
): Promise<AdapterAuthenticator | undefined> => {
  const rows = readRows(
    (await adapter.listAuthenticatorsByUserId?.(currentUser.userId)) ?? [],
    'listAuthenticatorsByUserId',
  )
  return rows.find((row) => browserId(row) === request.fields['credentialId'])
}

/** Give one's own passkey a name. */
export const renamePasskey = async (accountRequest: AccountRequest): Promise<AccountOutcome> => {
  const adapter = requireAdapter(accountRequest.context)
  const row = await findOwn(accountRequest, adapter)
  const name = readPasskeyName(accountRequest.request.fields['name'])
  if (row === undefined || name === undefined) return 'absent'
  if (adapter.updateAuthenticator === undefined) {
    throw authError('MissingAdapterMethods', 'The adapter lacks updateAuthenticator', {
      missing: ['updateAuthenticator'],
    })
  }
  await adapter.updateAuthenticator({ credentialID: row.credentialID, name })
  return 'passkey-renamed'
}

/** The accounts of a passkey: one, unless two providers of passkeys were configured one after the other. */
const accountsOf = async (
  { context, currentUser }: AccountRequest,
  adapter: BoundAdapter,
  { providerAccountId }: AdapterAuthenticator,
): Promise<readonly AdapterAccount[]> => {
  const providers = context.config.providers.all.filter(({ method }) => method.facts.hasPasskeys)
  const found = await Promise.all(providers.map(async ({ id }) => adapter.getAccount?.(providerAccountId, id)))
  return found.filter((row) => row !== null && row !== undefined).filter(({ userId }) => userId === currentUser.userId)
}

/** Delete one's own passkey, and its account with it. */
export const deletePasskey = async (accountRequest: AccountRequest): Promise<AccountOutcome> => {
  const { context, request } = accountRequest
  const own = await findOwn(accountRequest, requireAdapter(context))
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const accounts = await accountsOf(accountRequest, requireAdapter(context), own)
  const removed = await removeMethod(accountRequest, {
    remove: async (adapter, user) => {
      if ((await findOwn(accountRequest, adapter)) === undefined) return []
      for (const { provider, providerAccountId } of accounts) {
        await adapter.unlinkAccount?.({ provider, providerAccountId })
      }
      await adapter.deleteAuthenticator?.(own.credentialID)
      const gone: AccountEvent = { name: 'deleteAuthenticator', user, authenticator: own }
      return [...accounts.map((account) => accountUnlinked(user, account)), gone]
    },
    putBack: async (adapter) => {
      for (const account of accounts) await requireMethod(adapter, 'linkAccount')(account)
      if (adapter.deleteAuthenticator !== undefined) await requireMethod(adapter, 'createAuthenticator')(own)
    },
  })
  if (removed === undefined) return 'absent'
  await announce(request, context, removed.news, { user: removed.user, change: { kind: 'passkeyDeleted' } })
  return 'passkey-deleted'
}
