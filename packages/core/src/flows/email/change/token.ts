import type { Site } from '../../../config/site.ts'
import { readTokenEnd } from '../../../config/token-row.ts'
import type { Change } from '../../../transactions/change.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { TokenStore } from '../token.ts'

/** All wishes of one user have one identifier, which is no address: whatever ends one of them ends all. */
const identifierOf = ({ userId }: Pick<Change, 'userId'>): string => `change of address ${userId}`

/** Bound to the user, to the address that is replaced, and to the one that the mail went to. */
const textOf = ({ state, userId, from, to }: Change): string => JSON.stringify([state, userId, from, to])

const hashesOf = async (site: Site, change: Change): Promise<readonly string[]> =>
  site.keyring.macs('change of address', textOf(change))

/** What is stored of a wish. */
export const storedChange = async (site: Site, change: Change): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await site.keyring.mac('change of address', textOf(change)),
  expires: new Date((change.created + change.lasts) * 1000),
})

/** Use a wish up: one atomic operation of the database. The row as it was, or `undefined` when it was used or ended. */
export const useChange = async (
  site: Site,
  store: TokenStore,
  change: Change,
): Promise<VerificationToken | undefined> => {
  const identifier = identifierOf(change)
  for (const token of await hashesOf(site, change)) {
    const expires = readTokenEnd(await store.useVerificationToken({ identifier, token }), identifier)
    if (expires !== null) return { identifier, token, expires }
  }
  return undefined
}

/** End every wish of a user, where the adapter can. Those that it keeps end with the address that they were to replace. */
export const endChanges = async (store: TokenStore, change: Change): Promise<void> =>
  store.deleteVerificationTokens?.(identifierOf(change))
