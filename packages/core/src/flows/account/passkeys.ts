import type { BoundAdapter } from '../../config/adapter.ts'
import { MissingAdapterMethods } from '../../errors/classes.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { browserId } from '../../webauthn/record.ts'
import { readPasskeyName } from '../passkey-name.ts'
import { adapterOf, isFresh, removeWayIn } from './wish.ts'
import type { Outcome, Wish } from './wish.ts'

/** The passkey that a form names, looked for among one's own. */
const findOwn = async ({ request, holder }: Wish, adapter: BoundAdapter): Promise<AdapterAuthenticator | undefined> => {
  const rows = (await adapter.listAuthenticatorsByUserId?.(holder.userId)) ?? []
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

/** Delete one's own passkey, and its account with it. */
export const deletePasskey = async (wish: Wish): Promise<Outcome> => {
  if ((await findOwn(wish, adapterOf(wish.site))) === undefined) return 'absent'
  if (!(await isFresh(wish))) return 'again'
  return removeWayIn(wish, async (adapter) => {
    const row = await findOwn(wish, adapter)
    if (row === undefined) return 'absent'
    const { credentialID, providerAccountId } = row
    for (const { id, type } of wish.site.config.providers.all) {
      if (type === 'webauthn') await adapter.unlinkAccount?.({ provider: id, providerAccountId })
    }
    await adapter.deleteAuthenticator?.(credentialID)
    return 'passkey-deleted'
  })
}
