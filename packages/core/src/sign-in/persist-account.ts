import { applyDecision } from '../accounts/apply-decision.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { decideAccount } from '../accounts/decide-account.ts'
import { gatherAccountFacts } from '../accounts/account-facts.ts'
import type { Identity } from '../accounts/identity.ts'
import { AdapterTimeout } from '../store/adapter-timeout.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from '../errors/error-classes.ts'
import { pause } from '../runtime/deadline.ts'
import type { CurrentUser } from '../sessions/session-types.ts'
import type { Cookie } from '../types/http.ts'
import { findExistingUser } from './existing-user.ts'
import type { ExistingUsers } from './existing-user.ts'

/** What is known before anything is written. */
export interface BeforePersist extends ExistingUsers {
  readonly currentUser: CurrentUser | null
  readonly linkTo: string | undefined
  readonly mayLink: boolean
}

/** An identity that users of the database stand for. */
export type AccountIdentity = Identity & { readonly method: Exclude<Identity['method'], 'credentials'> }

/** Makes the session, within the transaction under way if there is one. */
export type IssueSession = (applied: AppliedDecision, within?: BoundAdapter) => Promise<readonly Cookie[]>

/** A sign-in that is written down. */
export interface PersistedAccount {
  readonly applied: AppliedDecision
  /** Of the session, where it was made in the same transaction. */
  readonly cookies?: readonly Cookie[]
}

/** What is to be written, and with what. */
export interface PersistTask {
  readonly context: AuthContext
  readonly adapter: BoundAdapter
  readonly identity: AccountIdentity
  readonly before: BeforePersist
  readonly issue: IssueSession
}

/** Writes that belong together are one transaction where the database has them. */
const write = async ({ context, adapter, identity, before, issue }: PersistTask): Promise<PersistedAccount> => {
  const { currentUser } = before
  const wasUnverified = currentUser?.user !== undefined && !isEmailVerified(currentUser.user)
  const apply = async (within: BoundAdapter): Promise<AppliedDecision> => {
    const facts = await gatherAccountFacts(context, within, identity, {
      ...before,
      currentUserId: currentUser?.userId,
      wasUnverified: wasUnverified,
    })
    return applyDecision(context, within, identity, decideAccount(facts), adapter.transaction !== undefined)
  }
  if (adapter.transaction === undefined) return { applied: await apply(adapter) }
  // A jwt callback is the owner's code and may read the database, so it waits until the writes are kept.
  if (context.config.session.strategy === 'jwt') return { applied: await adapter.transaction(apply) }
  return adapter.transaction(async (within) => {
    const applied = await apply(within)
    return { applied, cookies: await issue(applied, within) }
  })
}

const isRefusal = (error: unknown): boolean =>
  error instanceof OAuthAccountNotLinked || error instanceof AccountNotLinked

const sameUser = (a: BeforePersist['emailUser'], b: BeforePersist['emailUser']): boolean =>
  (a?.id ?? null) === (b?.id ?? null)

/** What is known now, or `undefined` when it is what was known before. */
const findChange = async ({ adapter, identity, before }: PersistTask): Promise<BeforePersist | undefined> => {
  const again = { ...before, ...(await findExistingUser(adapter, identity)) }
  const isSame = sameUser(again.accountUser, before.accountUser) && sameUser(again.emailUser, before.emailUser)
  return isSame ? undefined : again
}

/** Milliseconds between looks at what another request may be writing. */
const PAUSES = [0, 50, 250] as const

/**
 * Somebody refused for an address may be the very person whose first sign-in another request is writing at this moment. With
 * transactions that is seen whole or not at all; without them the account comes a moment after the user.
 */
const awaitChange = async (task: PersistTask): Promise<BeforePersist | undefined> => {
  const { accountUser, linkTo } = task.before
  const mayCome = accountUser === null && linkTo === undefined && task.adapter.transaction === undefined
  for (const milliseconds of mayCome ? PAUSES : [0]) {
    if (milliseconds > 0) await pause(task.context.runtime.after, milliseconds)
    const change = await findChange(task)
    if (change !== undefined) return change
  }
  return undefined
}

const writeUnlessRefused = async (task: PersistTask): Promise<PersistedAccount> => {
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
const mayRepeat = ({ adapter, identity }: PersistTask, error: unknown): boolean =>
  error instanceof AdapterError &&
  // A database that does not answer in time is not asked again, since the person is waiting.
  !(error instanceof AdapterTimeout) &&
  (identity.authenticator === undefined || adapter.transaction !== undefined)

/**
 * Write a sign-in down. When that fails, somebody, most likely the same person in another tab, may have been a moment
 * faster, or it was done and only the answer was lost: look again, and write what is still to be written, once.
 */
export const persistAccount = async (task: PersistTask): Promise<PersistedAccount> => {
  try {
    return await writeUnlessRefused(task)
  } catch (error) {
    if (!mayRepeat(task, error)) throw error
    // Not within the failed transaction, which can read no more.
    return writeUnlessRefused({ ...task, before: (await findChange(task)) ?? task.before })
  }
}
