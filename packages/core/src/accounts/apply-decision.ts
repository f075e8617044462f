import { toHex, toTimeUuid } from '../base/bytes.ts'
import { defined } from '../base/json.ts'
import { isClaimed } from '../config/imported-users.ts'
import { AdapterError } from '../errors/error-classes.ts'
import { AdapterTimeout, type BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, readUser } from '../store/rows.ts'
import type { AdapterUser } from '../types/index.ts'
import { findAccountUser, findEmailUser, isSameAddress } from './account-facts.ts'
import type { AccountEvent, WrittenUser } from './account-events.ts'
import {
  emailOf,
  verifiesEmail,
  isAddressVerified,
  type Identity,
  type StoredUser,
  refusalError,
  type AccountDecision,
} from './decide-account.ts'
import { linkAccount, requireMethod, linkToUser } from './link-account.ts'
import { makeUserId } from './interrupted-sign-up.ts'
import {
  isAddressOf,
  lockFound,
  removeUnverified,
  storesUnverifiedEmail,
  takeAddress,
  takeImportedClaim,
  verifyEmail,
  type Writing,
} from './unverified.ts'

const newUser = async ({ context, identity }: Writing): Promise<AdapterUser> => {
  const createdAt = context.runtime.now()
  const isVerified = isAddressVerified(identity)
  const { id: _ofMethod, email, ...others } = identity.user
  const isStored = isVerified || storesUnverifiedEmail(context, identity.facts)
  const user = isStored ? { ...others, ...defined({ email }) } : others
  // Version 7 would say that the id shows an account.
  const id = identity.facts.canResumeSignUp
    ? await makeUserId(context, identity, createdAt)
    : toTimeUuid(createdAt, toHex(context.runtime.random(10)), 8)
  return { ...user, id, emailVerified: isVerified ? new Date(createdAt) : null } as AdapterUser
}

/** Whether the account was not stored for this user. A write may have succeeded although its response was lost. */
const isNotLinked = async (adapter: BoundAdapter, identity: Identity, user: StoredUser): Promise<boolean> => {
  // An account without its passkey cannot be used to sign in.
  if (identity.authenticator !== undefined) return true
  const found = await findAccountUser(adapter, identity).catch(() => user)
  return found?.id !== user.id
}

/** Whether the address was verified meanwhile. Then the row belongs to the user who verified it, and must stay. */
const wasVerifiedMeanwhile = async (adapter: BoundAdapter, user: StoredUser): Promise<boolean> => {
  if (isEmailVerified(user)) return false
  const now = await findUser(adapter, user.id).catch(() => null)
  return now !== null && isEmailVerified(now)
}

/**
 * Link the account to the new user. If that fails without a transaction, delete the user again. After a timeout the write may
 * still happen; then a user whose id shows the account stays, and the next sign-in resumes the sign-up.
 */
const linkOrDelete = async ({ adapter, identity }: Writing, user: StoredUser, canResume: boolean) => {
  try {
    return await linkAccount(adapter, identity, user)
  } catch (error) {
    const waits = canResume && error instanceof AdapterTimeout
    if (!waits && (await isNotLinked(adapter, identity, user)) && !(await wasVerifiedMeanwhile(adapter, user))) {
      // The developer must learn of the first failure, whether the deletion works or not.
      await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => null)
    }
    throw error
  }
}

/** Create a user, and link the account if the method has accounts. */
const createUser = async (writing: Writing): Promise<WrittenUser> => {
  const { adapter, identity } = writing
  const written = await newUser(writing)
  const row = readUser(await requireMethod(adapter, 'createUser')(written), 'createUser')
  if (row === null) throw new AdapterError('createUser returned no user', { method: 'createUser' })
  const { id, emailVerified }: Partial<AdapterUser> & Pick<AdapterUser, 'id'> = row
  // A whole row is used as it is: some adapters return class instances with getters, which a copy would lose.
  const stored = emailVerified === undefined ? { ...written, ...row, id, emailVerified: written.emailVerified } : row
  const user = await takeImportedClaim(writing, stored)
  const created: AccountEvent = { name: 'createUser', user }
  if (!identity.facts.hasAccounts) return { user, events: [created] }
  // An id that the adapter chose itself does not show the account.
  const canResume = identity.facts.canResumeSignUp && user.id === written.id
  return { user, events: [created, ...(await linkOrDelete(writing, user, canResume))] }
}

/** The result of an account decision. */
export interface AppliedDecision extends WrittenUser {
  readonly isNewUser: boolean
  /** Whether the user did not sign in but only added a sign-in method. The session continues, with a new token. */
  readonly continuesSession: boolean
  /** An existing user who got a sign-in method, as the user was before. */
  readonly addedTo?: StoredUser
}

/** A user without an address gets the verified one. A user who has it and never verified it loses it. */
const takeNeededAddress = async (
  { adapter, identity, isTransaction }: Writing,
  user: StoredUser,
): Promise<readonly AccountEvent[]> => {
  const other = (user.email ?? '') === '' ? await findEmailUser(adapter, emailOf(identity)) : null
  return other === null || other.id === user.id ? [] : [await takeAddress(adapter, identity, other, isTransaction)]
}

/** The session of a user with an unverified address. A session in a cookie carries a claim instead of the lock. */
const lockClaim = async (writing: Writing, user: StoredUser): Promise<void> => {
  const { context, isTransaction } = writing
  if (isTransaction && context.config.session.strategy === 'database')
    await lockFound(writing, { user, isByEmail: false })
}

/** Whether the provider of a linked account verifies the address of an imported user. */
const verifiesImported = ({ context, adapter, identity }: Writing, user: StoredUser): boolean =>
  identity.emailVerified === true &&
  !isEmailVerified(user) &&
  !isClaimed(context, user) &&
  adapter.updateUser !== undefined &&
  isSameAddress(user.email, emailOf(identity))

/** Sign in as an existing user. If the sign-in verified the address of the user, the address is marked as verified. */
export const signInAs = async (writing: Writing, user: StoredUser): Promise<WrittenUser> => {
  const { identity } = writing
  // The application may have changed the address since the mail was sent. A new one that is verified needs no mail.
  const isOtherAddress = isEmailVerified(user) && !isAddressOf(identity, user)
  if (!(verifiesEmail(identity) || verifiesImported(writing, user)) || isOtherAddress) {
    await lockClaim(writing, user)
    return { user, events: [] }
  }
  const taken = await takeNeededAddress(writing, user)
  // An account that signs in at this moment stays when the address of its user is verified.
  const verified = await verifyEmail(writing, user, identity.facts.hasAccounts ? identity.account : undefined)
  return { user: verified.user, events: [...taken, ...verified.events] }
}

/**
 * Add an account to the user with the same address. If the provider verifies an address that was unverified until now, what was
 * attached to the user before is removed, as when the user opens a mail to the address.
 */
const linkByEmail = async (writing: Writing, user: StoredUser): Promise<WrittenUser> => {
  const { context, adapter, identity, isTransaction } = writing
  if (identity.emailVerified !== true || isEmailVerified(user)) {
    if (isTransaction) await lockFound(writing, { user, isByEmail: true })
    return { user, events: await linkAccount(adapter, identity, user) }
  }
  const verified =
    adapter.updateUser === undefined
      ? { user, events: await removeUnverified(context, adapter, user) }
      : await verifyEmail(writing, user)
  const linked = await linkAccount(adapter, identity, verified.user)
  return { user: verified.user, events: [...verified.events, ...linked] }
}

/** Carry out a decision. Throws if the decision is a refusal. */
export const applyDecision = async (writing: Writing, decision: AccountDecision): Promise<AppliedDecision> => {
  const { adapter, identity, isTransaction } = writing
  const signedIn = { isNewUser: false, continuesSession: false }
  switch (decision.do) {
    case 'signIn':
      return { ...signedIn, ...(await signInAs(writing, decision.user)) }
    case 'keep': {
      const { user } = decision
      await lockClaim(writing, user)
      return { ...signedIn, user, events: [] }
    }
    case 'link': {
      const linked = await linkToUser(adapter, identity, decision, isTransaction)
      return { ...linked, isNewUser: false, continuesSession: true, addedTo: linked.user }
    }
    case 'linkByEmail':
      return { ...signedIn, ...(await linkByEmail(writing, decision.user)), addedTo: decision.user }
    case 'resume': {
      const { user } = decision
      if (isTransaction) await lockFound(writing, { user, isByEmail: false })
      // No event was emitted for the user when the sign-up was interrupted.
      const events: readonly AccountEvent[] = [
        { name: 'createUser', user },
        ...(await linkAccount(adapter, identity, user)),
      ]
      return { ...signedIn, isNewUser: true, user, events }
    }
    case 'create': {
      const { takeAddressOf: other } = decision
      const taken = other === undefined ? [] : [await takeAddress(adapter, identity, other, isTransaction)]
      const { user, events } = await createUser(writing)
      return { ...signedIn, isNewUser: true, user, events: [...taken, ...events] }
    }
    case 'refuse':
      throw refusalError(identity, decision.reason)
  }
}
