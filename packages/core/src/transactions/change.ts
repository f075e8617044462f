import { parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import { isChange } from './shapes.ts'
import type { ChangeTransaction } from './transaction.ts'

/** A wish to have another address: whose, which one, and what it replaces. */
export type Change = Omit<ChangeTransaction, 'code' | 'codeLasts'>

const PURPOSE = 'change of address'

/** No link of ours is longer. */
const LONGEST = 2048

/** What a link to the new address carries: sealed, so that it says only what we wrote, and nobody else reads it. */
export const sealChange = async (site: Site, transaction: ChangeTransaction): Promise<string> => {
  const { code: _code, codeLasts: _codeLasts, ...change } = transaction
  return site.keyring.seal(PURPOSE, JSON.stringify(change))
}

/** Whether its time is not over. */
export const isLive = (site: Site, { created, lasts }: Pick<Change, 'created' | 'lasts'>): boolean =>
  toSeconds(site.runtime.now()) <= created + lasts

/** What a link carries, when we wrote it. */
export const openChange = async (site: Site, token: string): Promise<Change | undefined> => {
  const plaintext = token.length > LONGEST ? null : await site.keyring.open(PURPOSE, token)
  const change = plaintext === null ? undefined : parseJson(plaintext)
  return isChange(change) ? change : undefined
}
