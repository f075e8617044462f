import type { AuthContext } from '../../../config/engine-types.ts'
import { readTokenExpiry } from '../../../store/rows.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import type { TokenStore } from '../mail-token.ts'

/** All wishes of one user have one identifier, which is no address: whatever ends one of them ends all. */
const identifierOf = ({ userId }: Pick<EmailChange, 'userId'>): string => `change of address ${userId}`

/** Bound to the user, to the address that is replaced, and to the one that the mail went to. */
const textOf = ({ state, userId, from, to }: EmailChange): string => JSON.stringify([state, userId, from, to])

const hashesOf = async (context: AuthContext, change: EmailChange): Promise<readonly string[]> =>
  context.keyring.macs('change of address', textOf(change))

/** What is stored of a wish. */
export const storedChange = async (context: AuthContext, change: EmailChange): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await context.keyring.mac('change of address', textOf(change)),
  expires: new Date((change.created + change.expiresIn) * 1000),
})

/** Use a wish up: one atomic operation of the database. The row as it was, or `undefined` when it was used or ended. */
export const consumeChange = async (
  context: AuthContext,
  store: TokenStore,
  change: EmailChange,
): Promise<VerificationToken | undefined> => {
  const identifier = identifierOf(change)
  for (const token of await hashesOf(context, change)) {
    const expires = readTokenExpiry(await store.useVerificationToken({ identifier, token }), identifier)
    if (expires !== null) return { identifier, token, expires }
  }
  return undefined
}

/** End every wish of a user, where the adapter can. Those that it keeps end with the address that they were to replace. */
export const endChanges = async (store: TokenStore, change: EmailChange): Promise<void> =>
  store.deleteVerificationTokens?.(identifierOf(change))
