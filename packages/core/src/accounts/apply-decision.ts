import { defined } from '../base/json.ts'
import { AdapterError } from '../errors/error-classes.ts'
import { AdapterTimeout } from '../store/call-adapter.ts'
import { findUser, isEmailVerified, readUser, requireMethod } from '../store/rows.ts'
import type { AdapterUser } from '../types/index.ts'
import { findAccountUser, findOtherUser, isAddressOf } from './find-users.ts'
import type { AccountEvent, WrittenUser } from './account-events.ts'
import {
  emailOf,
  verifiesEmail,
  isAddressVerified,
  type StoredUser,
  refusalError,
  storesUnverifiedEmail,
  type AccountDecision,
} from './decide-account.ts'
import { linkAccount, linkToUser } from './link-account.ts'
import { makeUserId } from './interrupted-sign-up.ts'
import { lockFound, removeUnverified, takeAddress, takeImportedClaim, verifyEmail, type Writing } from './unverified.ts'

const newUser = async ({ context, identity }: Writing): Promise<AdapterUser> => {
  const createdAt = context.runtime.now()
  const isVerified = isAddressVerified(identity)
  const { id: _ofMethod, email, ...others } = identity.user
  const isStored = isVerified || storesUnverifiedEmail(context, identity.facts)
  const user = isStored ? { ...others, ...defined({ email }) } : others
  const id = await makeUserId(context, identity, createdAt)
  return { ...user, id, emailVerified: isVerified ? new Date(createdAt) : null } as AdapterUser
}

/** Link the account to the new user. If that fails without a transaction, delete the user again. */
const linkOrDelete = async ({ adapter, identity }: Writing, user: StoredUser, canResume: boolean) => {
  try {
    return await linkAccount(adapter, identity, user)
  } catch (error) {
    // The write may still happen. Then the next sign-in resumes the sign-up of the user, whose id shows the account.
    if (canResume && error instanceof AdapterTimeout) throw error
    // The write may have succeeded although its response was lost. An account without its passkey is of no use.
    const isLinked =
      identity.authenticator === undefined &&
      (await findAccountUser(adapter, identity).catch(() => user))?.id === user.id
    // The row belongs to the user who verified its address meanwhile.
    const now = isEmailVerified(user) || isLinked ? null : await findUser(adapter, user.id).catch(() => null)
    // The developer must learn of the first failure, whether the deletion works or not.
    if (!isLinked && (now === null || !isEmailVerified(now)))
      await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => null)
    throw error
  }
}

const createUser = async (writing: Writing): Promise<WrittenUser> => {
  const { adapter, context, identity } = writing
  const written = await newUser(writing)
  const row = readUser(await requireMethod(adapter, 'createUser')(written), 'createUser')
  if (row === null) throw new AdapterError('createUser returned no user', { method: 'createUser' })
  if (context.runtime.isDevelopment === true) {
    const { warnOfLostMembers } = await import('../config/development-warnings.ts')
    warnOfLostMembers(written, row, context)
  }
  const { id, emailVerified }: Partial<AdapterUser> & Pick<AdapterUser, 'id'> = row
  // A whole row is used as it is: some adapters return class instances with getters, which a copy would lose.
  const stored = emailVerified === undefined ? { ...written, ...row, id, emailVerified: written.emailVerified } : row
  const user = await takeImportedClaim(writing, stored)
  const created: AccountEvent = { name: 'createUser', user }
  if (!identity.facts.hasAccounts) return { user, events: [created] }
  // An id that the adapter chose itself does not show the account.
  const canResume = identity.authenticator === undefined && user.id === written.id
  return { user, events: [created, ...(await linkOrDelete(writing, user, canResume))] }
}

export interface AppliedDecision extends WrittenUser {
  readonly isNewUser: boolean
  /** Whether the user did not sign in but only added a sign-in method. The session continues, with a new token. */
  readonly continuesSession: boolean
  /** An existing user who got a sign-in method, as the user was before. */
  readonly addedTo: StoredUser | undefined
}

const takeAddressFrom = (writing: Writing, other: StoredUser | null) =>
  takeAddress(writing, other, refusalError(writing.identity, 'address-of-another-user'))

/** Sign in as an existing user. If the sign-in verified the address of the user, the address is marked as verified. */
export const signInAs = async (writing: Writing, user: StoredUser): Promise<WrittenUser> => {
  const { identity } = writing
  // The application may have changed the address since the mail was sent. A new one that is verified needs no mail.
  const isOtherAddress = isEmailVerified(user) && !isAddressOf(identity, user)
  if (!verifiesEmail(identity) || isOtherAddress) {
    // A session in a cookie carries a claim instead of the lock.
    if (writing.context.config.session.strategy === 'database') await lockFound(writing, user, false)
    return { user, events: [] }
  }
  // A user without an address gets the verified one. A user who has it and never verified it loses it.
  const address = (user.email ?? '') === '' ? emailOf(identity) : undefined
  const taken = await takeAddressFrom(writing, await findOtherUser(writing.adapter, user.id, address))
  // An account that signs in at this moment stays when the address of its user is verified.
  const verified = await verifyEmail(writing, user, identity.facts.hasAccounts ? identity.account : undefined)
  return { user: verified.user, events: [...taken, ...verified.events] }
}

/** Add an account to the user with the same address, and remove what was attached if only this verifies the address. */
const linkByEmail = async (writing: Writing, user: StoredUser): Promise<WrittenUser> => {
  const { adapter, identity } = writing
  if (identity.emailVerified !== true || isEmailVerified(user)) {
    await lockFound(writing, user, true)
    return { user, events: await linkAccount(adapter, identity, user) }
  }
  const verified =
    adapter.updateUser === undefined
      ? { user, events: await removeUnverified(writing, user) }
      : await verifyEmail(writing, user)
  const linked = await linkAccount(adapter, identity, verified.user)
  return { user: verified.user, events: [...verified.events, ...linked] }
}

const writeDecision = async (writing: Writing, decision: AccountDecision): Promise<WrittenUser> => {
  const { adapter, identity } = writing
  switch (decision.do) {
    case 'signIn':
    case 'keep':
      return signInAs(writing, decision.user)
    case 'link':
      return linkToUser(writing, decision)
    case 'linkByEmail':
      return linkByEmail(writing, decision.user)
    case 'resume': {
      const { user } = decision
      await lockFound(writing, user, false)
      // No event was emitted for the user when the sign-up was interrupted.
      return { user, events: [{ name: 'createUser', user }, ...(await linkAccount(adapter, identity, user))] }
    }
    case 'create': {
      const taken = await takeAddressFrom(writing, decision.takeAddressOf ?? null)
      const { user, events } = await createUser(writing)
      return { user, events: [...taken, ...events] }
    }
    case 'refuse':
      throw refusalError(identity, decision.reason)
  }
}

export const applyDecision = async (writing: Writing, decision: AccountDecision): Promise<AppliedDecision> => {
  const written = await writeDecision(writing, decision)
  const continuesSession = decision.do === 'link'
  const isNewUser = decision.do === 'create' || decision.do === 'resume'
  const addedTo = decision.do === 'linkByEmail' ? decision.user : continuesSession ? written.user : undefined
  return { ...written, isNewUser, continuesSession, addedTo }
}
