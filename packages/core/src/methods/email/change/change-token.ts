import type { AuthContext } from '../../../config/engine-types.ts'
import type { EmailChange } from '../../../attempts/email-change-link.ts'
import type { VerificationToken } from '../../../types/adapter.ts'
import { consumeStoredToken } from '../mail-token.ts'
import type { TokenStore } from '../mail-token.ts'
import type { ChangeRequest } from './change-request.ts'

const PURPOSE = 'change of address'

/** All requested changes of a user have one identifier, so that they can be removed together. */
const identifierOf = ({ userId }: EmailChange): string => `${PURPOSE} ${userId}`

/** The token is bound to the user, the previous address and the new one. */
const textOf = ({ state, userId, from, to }: EmailChange): string => JSON.stringify([state, userId, from, to])

/** The row that is stored for a requested change. */
export const toStoredChange = async ({ keyring }: AuthContext, change: EmailChange): Promise<VerificationToken> => ({
  identifier: identifierOf(change),
  token: await keyring.mac(PURPOSE, textOf(change)),
  expires: new Date((change.created + change.expiresIn) * 1000),
})

/** Consume a requested change. `undefined` if it was consumed or removed before. */
export const consumeChange = async (
  { context, store }: ChangeRequest,
  change: EmailChange,
): Promise<VerificationToken | undefined> =>
  consumeStoredToken(store, identifierOf(change), await context.keyring.macs(PURPOSE, textOf(change)))

/** Remove all requested changes of a user, if the adapter can. The others are void: they name the previous address. */
export const removeChanges = async (store: TokenStore, change: EmailChange): Promise<void> =>
  store.deleteVerificationTokens?.(identifierOf(change))
