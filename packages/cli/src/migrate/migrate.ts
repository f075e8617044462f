import type { Command, ExitCode, Invocation } from '../command.ts'
import { withExistingDatabase } from '../application/existing-database.ts'
import { databaseArguments, databaseOptions, withAdapter } from '../application/database.ts'

const READING = 'Reading the schema of the database …'

const printStatus = (invocation: Invocation): Promise<ExitCode> =>
  withAdapter(invocation, async (adapter): Promise<ExitCode> => {
    const { terminal, json } = invocation
    terminal.printError(READING)
    const missing = await adapter.pendingMigrations()
    const ok = missing.length === 0
    if (json) terminal.print(JSON.stringify({ command: 'migrate', ok, missing }))
    else terminal.print(ok ? 'up to date' : missing.map((name) => `missing: ${name}`).join('\n'))
    return ok ? 0 : 1
  })

const migrate = (invocation: Invocation): Promise<ExitCode> =>
  withAdapter(invocation, async (adapter): Promise<ExitCode> => {
    const { terminal, json } = invocation
    terminal.printError(READING)
    const { version, applied } = await adapter.migrate()
    if (json) terminal.print(JSON.stringify({ command: 'migrate', ok: true, version, applied }))
    else terminal.print([...applied.map((name) => `applied: ${name}`), `schema version ${version}`].join('\n'))
    return 0
  })

const run = (invocation: Invocation): Promise<ExitCode> =>
  invocation.values['status'] === true ? withExistingDatabase(() => printStatus(invocation)) : migrate(invocation)

export const command: Command = {
  usage: '[address] [options]',
  description: `Brings the tables of Authwright in a database up to date. Several processes may run it at once.
libsql:// takes its token from LIBSQL_AUTH_TOKEN.`,
  arguments: databaseArguments,
  options: {
    status: { type: 'boolean', help: 'only print the missing migrations; the exit code is 1 if there are any' },
    ...databaseOptions,
  },
  run,
}
