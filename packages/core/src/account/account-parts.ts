import type { AccountPart, AuthContext } from '../config/engine-types.ts'
import { deletionPart } from './deletion-part.ts'
import { linkedAccountsPart } from './linked-accounts-part.ts'
import { profilePart } from './profile-part.ts'
import { sessionsPart } from './sessions-part.ts'

const OWN = [profilePart, linkedAccountsPart, sessionsPart, deletionPart]

/** The parts of the account page: those that every user has, and those of the configured sign-in methods. */
export const loadAccountParts = async ({ config }: AuthContext): Promise<readonly AccountPart[]> => {
  const methods = new Set(config.providers.all.map(({ method }) => method))
  const parts = await Promise.all([...methods].map(async (method) => method.loadAccountPart?.()))
  return [...OWN, ...parts.filter((part) => part !== undefined)]
}
