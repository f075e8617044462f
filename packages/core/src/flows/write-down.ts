import { applyVerdict } from '../accounts/apply.ts'
import type { Applied } from '../accounts/apply.ts'
import { decideAccount } from '../accounts/decide.ts'
import { gatherFacts } from '../accounts/facts.ts'
import type { Identity } from '../accounts/identity.ts'
import { AdapterTimeout } from '../config/adapter-timeout.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import { isProven } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from '../errors/classes.ts'
import { pause } from '../runtime/deadline.ts'
import type { Holder } from '../sessions/types.ts'
import type { Cookie } from '../types/http.ts'
import { lookUp } from './known.ts'
import type { Known } from './known.ts'

/** What is known before anything is written. */
export interface Before extends Known {
  readonly holder: Holder | null
  readonly linkTo: string | undefined
  readonly mayLink: boolean
}

/** An identity that users of the database stand for. */
export type Proven = Identity & { readonly method: Exclude<Identity['method'], 'credentials'> }

/** Makes the session, within the transaction under way if there is one. */
export type Issue = (applied: Applied, within?: BoundAdapter) => Promise<readonly Cookie[]>

/** A sign-in that is written down. */
export interface Written {
  readonly applied: Applied
  /** Of the session, where it was made in the same transaction. */
  readonly cookies?: readonly Cookie[]
}

/** What is to be written, and with what. */
export interface Task {
  readonly site: Site
  readonly adapter: BoundAdapter
  readonly identity: Proven
  readonly before: Before
  readonly issue: Issue
}

/** Writes that belong together are one transaction where the database has them. */
const write = async ({ site, adapter, identity, before, issue }: Task): Promise<Written> => {
  const { holder } = before
  const wasClaimed = holder?.user !== undefined && !isProven(holder.user)
  const apply = async (within: BoundAdapter): Promise<Applied> => {
    const facts = await gatherFacts(site, within, identity, { ...before, holder: holder?.userId, wasClaimed })
    return applyVerdict(site, within, identity, decideAccount(facts), adapter.transaction !== undefined)
  }
  if (adapter.transaction === undefined) return { applied: await apply(adapter) }
  // A jwt callback is the owner's code and may read the database, so it waits until the writes are kept.
  if (site.config.session.strategy === 'jwt') return { applied: await adapter.transaction(apply) }
  return adapter.transaction(async (within) => {
    const applied = await apply(within)
    return { applied, cookies: await issue(applied, within) }
  })
}

const isRefusal = (error: unknown): boolean =>
  error instanceof OAuthAccountNotLinked || error instanceof AccountNotLinked

const sameUser = (a: Before['emailUser'], b: Before['emailUser']): boolean => (a?.id ?? null) === (b?.id ?? null)

/** What is known now, or `undefined` when it is what was known before. */
const findChange = async ({ adapter, identity, before }: Task): Promise<Before | undefined> => {
  const again = { ...before, ...(await lookUp(adapter, identity)) }
  const isSame = sameUser(again.accountUser, before.accountUser) && sameUser(again.emailUser, before.emailUser)
  return isSame ? undefined : again
}

/** Milliseconds between looks at what another request may be writing. */
const PAUSES = [0, 50, 250] as const

/**
 * Somebody refused for an address may be the very person whose first sign-in another request is writing at this moment. With
 * transactions that is seen whole or not at all; without them the account comes a moment after the user.
 */
const awaitChange = async (task: Task): Promise<Before | undefined> => {
  const { accountUser, linkTo } = task.before
  const mayCome = accountUser === null && linkTo === undefined && task.adapter.transaction === undefined
  for (const milliseconds of mayCome ? PAUSES : [0]) {
    if (milliseconds > 0) await pause(task.site.runtime.after, milliseconds)
    const change = await findChange(task)
    if (change !== undefined) return change
  }
  return undefined
}

const writeUnlessRefused = async (task: Task): Promise<Written> => {
  try {
    return await write(task)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const before = await awaitChange(task)
    if (before === undefined) throw error
    return write({ ...task, before })
  }
}

/** Whether writing again can do no harm: what was done meanwhile is found again, so that it is not done twice. */
const mayRepeat = ({ adapter, identity }: Task, error: unknown): boolean =>
  error instanceof AdapterError &&
  // A database that does not answer in time is not asked again, since the person is waiting.
  !(error instanceof AdapterTimeout) &&
  (identity.authenticator === undefined || adapter.transaction !== undefined)

/**
 * Write a sign-in down. When that fails, somebody, most likely the same person in another tab, may have been a moment
 * faster, or it was done and only the answer was lost: look again, and write what is still to be written, once.
 */
export const writeDown = async (task: Task): Promise<Written> => {
  try {
    return await writeUnlessRefused(task)
  } catch (error) {
    if (!mayRepeat(task, error)) throw error
    // Not within the failed transaction, which can read no more.
    return writeUnlessRefused({ ...task, before: (await findChange(task)) ?? task.before })
  }
}
