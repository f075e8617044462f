import type { AuthConfig } from '@authwright/core'
import {
  CommandError,
  textOf,
  UsageError,
  type Command,
  type CommandOptions,
  type ExitCode,
  type Invocation,
} from '../command.ts'
import { callEvents } from '../application/call-events.ts'
import { findUser, reach, requireAdapter } from '../application/find-user.ts'
import { withConfig } from '../application/load-config.ts'
import { alignColumns, formatTime, printable } from '../terminal/table.ts'
import { endSessions, IN_COOKIES } from './end-sessions.ts'
import {
  describeBrowser,
  findSession,
  hasSessionRows,
  openSessions,
  shownSession,
  type ShownSession,
} from './session-rows.ts'

const HEAD = ['handle', 'browser', 'signed in', 'expires']

const row = (session: ShownSession): readonly string[] => [
  session.handle,
  describeBrowser(session),
  session.createdAt === null ? 'unknown' : formatTime(new Date(session.createdAt)),
  formatTime(new Date(session.expires)),
]

const list = async ({ terminal, json }: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const adapter = requireAdapter(config, 'listSessions')
  const { id } = await findUser(terminal, config, name)
  const rows = await reach(terminal, () => adapter.listSessions(id))
  const sessions = openSessions(rows, terminal.today).map(shownSession)
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'sessions', userId: id, sessions }))
  else if (sessions.length > 0) for (const line of alignColumns([HEAD, ...sessions.map(row)])) terminal.print(line)
  const count = `${sessions.length} session${sessions.length === 1 ? '' : 's'} in the database.`
  const next = sessions.length === 0 ? '' : ` To end one: authwright sessions end ${name} --only <handle>`
  terminal.printError(`${count}${hasSessionRows(config) ? next : ' Those in cookies are not listed.'}`)
  return 0
}

const confirm = async ({ terminal, json, yes }: Invocation, question: string): Promise<boolean> => {
  if (yes) return true
  if (json || terminal.ask === undefined) throw new UsageError('without a terminal, sessions end needs --yes')
  return terminal.ask(question)
}

const endAll = async (invocation: Invocation, config: AuthConfig, name: string): Promise<ExitCode> => {
  const { terminal, json } = invocation
  const { id } = await findUser(terminal, config, name)
  if (!(await confirm(invocation, `End all sessions of ${name}?`))) return 1
  await endSessions(terminal, config, id)
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'sessions', userId: id, ended: true }))
  terminal.printError(`The sessions in the database have ended. ${IN_COOKIES}`)
  return 0
}

/** Ends the session with a handle, or all others. Only sessions in the database have handles. */
const endByHandle = async (
  invocation: Invocation,
  config: AuthConfig,
  name: string,
  { handle, isKept }: { readonly handle: string; readonly isKept: boolean },
): Promise<ExitCode> => {
  const { terminal, json } = invocation
  if (!hasSessionRows(config)) {
    const fix = 'Without --only and --except, sessions end ends all of them'
    throw new CommandError(1, `the sessions are in cookies, which have no handles. ${fix}`)
  }
  const adapter = requireAdapter(config, 'listSessions', isKept ? 'deleteSessions' : 'deleteSession')
  const { id } = await findUser(terminal, config, name)
  const session = findSession(await reach(terminal, () => adapter.listSessions(id)), handle)
  const browser = printable(describeBrowser(shownSession(session)))
  const what = isKept ? `all sessions of ${name} except` : 'the session'
  if (!(await confirm(invocation, `End ${what} ${handle} (${browser})?`))) return 1
  await reach(terminal, async () => {
    if (isKept) await adapter.deleteSessions(id, session.sessionToken)
    else await adapter.deleteSession(session.sessionToken)
  })
  // The account page calls the event too, if a user ends one session.
  const failedEvents = isKept ? [] : await callEvents(terminal, config, [['signOut', { session }]])
  const which = isKept ? { except: handle } : { only: handle }
  const ok = failedEvents.length === 0
  if (json) terminal.print(JSON.stringify({ ok, command: 'sessions', userId: id, ended: true, ...which, failedEvents }))
  terminal.printError(isKept ? 'All other sessions have ended.' : 'The session has ended.')
  return ok ? 0 : 1
}

const options = {
  except: { type: 'string', value: '<handle>', help: 'for end: keep this session' },
  only: { type: 'string', value: '<handle>', help: 'for end: end only this session' },
} as const satisfies CommandOptions

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values } = invocation
  const [task, name, ...more] = positionals
  if ((task !== 'list' && task !== 'end') || name === undefined || more.length > 0)
    throw new UsageError('sessions needs list or end, and the id or the e-mail address of a user')
  const [except, only] = [textOf(values, 'except'), textOf(values, 'only')]
  if (task === 'list' && (except ?? only) !== undefined)
    throw new UsageError('--except and --only are for sessions end')
  if (except !== undefined && only !== undefined) throw new UsageError('--except and --only exclude each other')
  const handle = except ?? only
  return withConfig(invocation, ({ config }) => {
    if (task === 'list') return list(invocation, config, name)
    return handle === undefined
      ? endAll(invocation, config, name)
      : endByHandle(invocation, config, name, { handle, isKept: handle === except })
  })
}

export const command: Command = {
  usage: '<list|end> <user> [options]',
  description: `Lists the open sessions of a user in the database, or ends all sessions of a user, also those in cookies. Uses
the adapter of the configuration. Names a session by a handle, and prints no session token. To delete the rows of
expired sessions: authwright cleanup.`,
  arguments: { '<user>': 'the id of a user, or the e-mail address' },
  options,
  run,
}
