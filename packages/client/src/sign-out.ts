import { announce } from './channel.ts'
import type { Connection } from './connection.ts'
import { ClientError } from './error.ts'
import { leave } from './leave.ts'
import { readOutcome } from './outcome.ts'
import { currentPage } from './place.ts'
import type { SignOut, SignOutParams, SignOutResponse } from './types.ts'
import { buildForm } from './wire.ts'

export const makeSignOut = (connection: Connection): SignOut => {
  async function signOut(options: SignOutParams<false>): Promise<SignOutResponse>
  async function signOut(options?: SignOutParams): Promise<SignOutResponse | undefined>
  async function signOut({ redirect = true, redirectTo, callbackUrl }: SignOutParams = {}) {
    const form = buildForm({ callbackUrl: redirectTo ?? callbackUrl ?? currentPage() })
    const outcome = readOutcome(await connection.ask('signout', form))
    if (outcome.target !== undefined) announce({ trigger: 'signout' })
    if (redirect) {
      leave(connection, outcome)
      return undefined
    }
    if (outcome.target === undefined) throw new ClientError(outcome.error ?? 'UnexpectedAnswer', outcome.status)
    return { url: outcome.target.href }
  }
  return signOut
}
