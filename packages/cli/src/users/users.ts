import type { AuthConfig } from '@authwright/core'
import type { AdapterAccount, AdapterUser } from '@authwright/core/adapters'
import { UsageError, type Command, type ExitCode, type Invocation, type Terminal } from '../command.ts'
import { findUser, reach, requireAdapter } from '../application/find-user.ts'
import { withConfig } from '../application/load-config.ts'

/** What is shown of a user: the members of the interface. Columns of the application stay in the database. */
const shown = ({ id, name, email, emailVerified }: AdapterUser) => ({
  id,
  name: name ?? null,
  email,
  emailVerified: emailVerified ? new Date(emailVerified).toISOString() : null,
})

/** An account without its tokens. */
const shownAccount = ({ provider, type, providerAccountId }: AdapterAccount) => ({ provider, type, providerAccountId })

const readDetails = (terminal: Terminal, { adapter }: AuthConfig, { id }: AdapterUser) =>
  reach(terminal, async () => ({
    accounts: ((await adapter?.listAccounts?.(id)) ?? []).map(shownAccount),
    passkeys: ((await adapter?.listAuthenticatorsByUserId?.(id)) ?? []).length,
    sessions: ((await adapter?.listSessions?.(id)) ?? []).length,
  }))

const show = async ({ terminal, json }: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const user = await findUser(terminal, config, name)
  const details = await readDetails(terminal, config, user)
  const result = { user: shown(user), ...details }
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'users', ...result }))
  else {
    const accounts = details.accounts.map(({ provider, providerAccountId }) => `${provider} ${providerAccountId}`)
    const lines = {
      ...shown(user),
      accounts: accounts.join(', ') || 'none',
      passkeys: details.passkeys,
      sessions: details.sessions,
    }
    for (const [label, value] of Object.entries(lines)) terminal.print(`${label.padEnd(14)} ${value ?? ''}`.trimEnd())
  }
  return 0
}

const remove = async (invocation: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const { terminal, json, yes } = invocation
  const adapter = requireAdapter(config, 'deleteUser')
  const user = await findUser(terminal, config, name)
  if (!yes) {
    if (json || terminal.ask === undefined) throw new UsageError('without a terminal, users delete needs --yes')
    if (!(await terminal.ask(`Delete ${user.email} with all accounts, passkeys and sessions?`))) return 1
  }
  await reach(terminal, async () => {
    await adapter.deleteSessions?.(user.id)
    await adapter.deleteUser(user.id)
    await config.events?.deleteUser?.({ user })
  })
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'users', deleted: user.id }))
  terminal.printError('The user is deleted. Sessions in cookies end at their next renewal.')
  return 0
}

const tasks = { show, delete: remove } as const

const run = (invocation: Invocation): Promise<ExitCode> => {
  const [task, name, ...more] = invocation.positionals
  if ((task !== 'show' && task !== 'delete') || name === undefined || more.length > 0)
    throw new UsageError('users needs show or delete, and the id or the e-mail address of a user')
  return withConfig(invocation, ({ config }) => tasks[task](invocation, config, name))
}

export const command: Command = {
  usage: '<show|delete> <user> [options]',
  description: `Shows a user with accounts, passkeys and sessions, or deletes a user and all of these. Uses the adapter of the
configuration, and calls its event deleteUser. Prints no token.`,
  arguments: { '<user>': 'the id of a user, or the e-mail address' },
  options: {},
  run,
}
