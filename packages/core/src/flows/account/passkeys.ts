import { readRows } from '../../config/rows.ts'
import { method } from '../../accounts/link.ts'
import { unlinked } from '../../accounts/news.ts'
import type { News } from '../../accounts/news.ts'
import type { BoundAdapter } from '../../config/adapter.ts'
import { MissingAdapterMethods } from '../../errors/classes.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../../types/adapter.ts'
import { browserId } from '../../webauthn/record.ts'
import { readPasskeyName } from '../webauthn/passkey-name.ts'
import { tell } from '../tell.ts'
import { removeWayIn } from './remove-way-in.ts'
import { adapterOf, isFresh } from './wish.ts'
import type { Outcome, Wish } from './wish.ts'

/** The passkey that a form names, looked for among one's own. */
const findOwn = async ({ request, holder }: Wish, adapter: BoundAdapter): Promise<AdapterAuthenticator | undefined> => {
  const rows = readRows((await adapter.listAuthenticatorsByUserId?.(holder.userId)) ?? [], 'listAuthenticatorsByUserId')
  return rows.find((row) => browserId(row) === request.fields['credentialId'])
}

/** Give one's own passkey a name. */
export const renamePasskey = async (wish: Wish): Promise<Outcome> => {
  const adapter = adapterOf(wish.site)
  const row = await findOwn(wish, adapter)
  const name = readPasskeyName(wish.request.fields['name'])
  if (row === undefined || name === undefined) return 'absent'
  if (adapter.updateAuthenticator === undefined) {
    throw new MissingAdapterMethods('The adapter lacks updateAuthenticator', { missing: ['updateAuthenticator'] })
  }
  await adapter.updateAuthenticator({ credentialID: row.credentialID, name })
  return 'passkey-renamed'
}

/** The accounts of a passkey: one, unless two providers of passkeys were configured one after the other. */
const accountsOf = async (
  { site, holder }: Wish,
  adapter: BoundAdapter,
  { providerAccountId }: AdapterAuthenticator,
): Promise<readonly AdapterAccount[]> => {
  const providers = site.config.providers.all.filter(({ type }) => type === 'webauthn')
  const found = await Promise.all(providers.map(async ({ id }) => adapter.getAccount?.(providerAccountId, id)))
  return found.filter((row) => row !== null && row !== undefined).filter(({ userId }) => userId === holder.userId)
}

/** Delete one's own passkey, and its account with it. */
export const deletePasskey = async (wish: Wish): Promise<Outcome> => {
  const { site, request } = wish
  const own = await findOwn(wish, adapterOf(site))
  if (own === undefined) return 'absent'
  if (!(await isFresh(wish))) return 'again'
  const accounts = await accountsOf(wish, adapterOf(site), own)
  const removed = await removeWayIn(wish, {
    remove: async (adapter, user) => {
      if ((await findOwn(wish, adapter)) === undefined) return []
      for (const { provider, providerAccountId } of accounts) {
        await adapter.unlinkAccount?.({ provider, providerAccountId })
      }
      await adapter.deleteAuthenticator?.(own.credentialID)
      const gone: News = { name: 'deleteAuthenticator', user, authenticator: own }
      return [...accounts.map((account) => unlinked(user, account)), gone]
    },
    putBack: async (adapter) => {
      for (const account of accounts) await method(adapter, 'linkAccount')(account)
      if (adapter.deleteAuthenticator !== undefined) await method(adapter, 'createAuthenticator')(own)
    },
  })
  if (removed === undefined) return 'absent'
  await tell(request, site, removed.news, { user: removed.user, change: { kind: 'passkeyDeleted' } })
  return 'passkey-deleted'
}
