import { createAuth, type AuthConfig } from '@authwright/core'
import type { AdapterSession } from '@authwright/core/adapters'
import { AuthError } from '@authwright/core/errors'
import { CommandError, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { findUser, reach, requireAdapter } from '../application/find-user.ts'
import { withConfig } from '../application/load-config.ts'
import { whileWaiting } from '../terminal/progress.ts'

/** What is shown of a session. Its token would sign in, so it is left out. */
const shown = ({ expires, createdAt, browser, system }: AdapterSession) => ({
  expires: new Date(expires).toISOString(),
  createdAt: createdAt ? new Date(createdAt).toISOString() : null,
  browser: browser ?? null,
  system: system ?? null,
})

const list = async ({ terminal, json }: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const adapter = requireAdapter(config, 'listSessions')
  const { id } = await findUser(terminal, config, name)
  const sessions = (await reach(terminal, () => adapter.listSessions(id))).map(shown)
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'sessions', userId: id, sessions }))
  else
    for (const { createdAt, expires, browser, system } of sessions)
      terminal.print(
        `since ${createdAt ?? 'unknown'}  until ${expires}  ${browser ?? 'unknown'} on ${system ?? 'unknown'}`,
      )
  terminal.printError(`${sessions.length} session${sessions.length === 1 ? '' : 's'} in the database`)
  return 0
}

const end = async (invocation: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const { terminal, json, yes } = invocation
  const { id } = await findUser(terminal, config, name)
  if (!yes) {
    if (json || terminal.ask === undefined) throw new UsageError('without a terminal, sessions end needs --yes')
    if (!(await terminal.ask(`End all sessions of ${name}?`))) return 1
  }
  try {
    const auth = createAuth({ ...config, logger: { error: () => undefined } })
    await whileWaiting(terminal, 'Waiting for the database', () => auth.revokeSessions(id))
  } catch (error) {
    if (error instanceof AuthError)
      throw new CommandError(error.type === 'AdapterError' ? 4 : 1, error.message, { cause: error })
    throw error
  }
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'sessions', userId: id, ended: true }))
  terminal.printError('The sessions in the database have ended. Those in cookies end at their next renewal.')
  return 0
}

const tasks = { list, end } as const

const run = (invocation: Invocation): Promise<ExitCode> => {
  const [task, name, ...more] = invocation.positionals
  if ((task !== 'list' && task !== 'end') || name === undefined || more.length > 0)
    throw new UsageError('sessions needs list or end, and the id or the e-mail address of a user')
  return withConfig(invocation, ({ config }) => tasks[task](invocation, config, name))
}

export const command: Command = {
  usage: '<list|end> <user> [options]',
  description: `Lists the sessions of a user in the database, or ends all sessions of a user, also those in cookies. Uses the
adapter of the configuration. Prints no session token.`,
  arguments: { '<user>': 'the id of a user, or the e-mail address' },
  options: {},
  run,
}
