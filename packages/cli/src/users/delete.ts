import type { AuthConfig } from '@authwright/core'
import { UsageError, type ExitCode, type Invocation } from '../command.ts'
import { callEvents, type EventCall } from '../application/call-events.ts'
import { findUser, reach, requireAdapter } from '../application/find-user.ts'
import { IN_COOKIES } from '../sessions/end-sessions.ts'
import { accountUnlinked } from './account-events.ts'

export const deleteUser = async (
  invocation: Invocation,
  config: AuthConfig,
  [name = '']: readonly string[],
): Promise<ExitCode> => {
  const { terminal, json, yes } = invocation
  const adapter = requireAdapter(config, 'deleteUser')
  const user = await findUser(terminal, config, name)
  if (!yes) {
    if (json || terminal.ask === undefined) throw new UsageError('without a terminal, users delete needs --yes')
    if (!(await terminal.ask(`Delete ${user.email} with all accounts, passkeys and sessions?`))) return 1
  }
  const [accounts, passkeys] = await reach(terminal, async () => {
    const had = [
      (await adapter.listAccounts?.(user.id)) ?? [],
      (await adapter.listAuthenticatorsByUserId?.(user.id)) ?? [],
    ] as const
    await adapter.deleteSessions?.(user.id)
    await adapter.deleteUser(user.id)
    return had
  })
  const unlinked: EventCall[] = []
  for (const account of accounts) unlinked.push(await accountUnlinked(terminal, config, user, account))
  const failedEvents = await callEvents(terminal, config, [
    ...unlinked,
    ...passkeys.map((authenticator) => ['deleteAuthenticator', { user, authenticator }] as const),
    ['deleteUser', { user }],
  ])
  const ok = failedEvents.length === 0
  if (json) terminal.print(JSON.stringify({ ok, command: 'users', deleted: user.id, failedEvents }))
  terminal.printError(`The user is deleted. Sessions in the database have ended. ${IN_COOKIES}`)
  return ok ? 0 : 1
}
