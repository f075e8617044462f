import type { Command, ExitCode, Invocation } from '../command.ts'
import { databaseArguments, databaseOptions, requireFile, withAdapter } from '../application/database.ts'
import { whileWaiting } from '../terminal/progress.ts'

/** What lasts before the first migration: the connection, and the lock of another process. */
const WAITING = 'Waiting for the database, or for another process that migrates it'

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { terminal, json, values } = invocation
  if (values['status'] === true) requireFile(invocation)
  return withAdapter(invocation, async (adapter) => {
    const printJson = (result: object): void => terminal.print(JSON.stringify({ command: 'migrate', ...result }))
    if (values['status'] === true) {
      const missing = await whileWaiting(terminal, 'Reading the schema of the database', () =>
        adapter.pendingMigrations(),
      )
      const ok = missing.length === 0
      if (json) printJson({ ok, missing })
      else terminal.print(ok ? 'up to date' : missing.map((name) => `missing: ${name}`).join('\n'))
      return ok ? 0 : 1
    }
    const { version, applied } = await whileWaiting(terminal, WAITING, (report) =>
      adapter.migrate({ onMigration: (name) => report(`Applying: ${name}`) }),
    )
    if (json) printJson({ ok: true, version, applied })
    else terminal.print([...applied.map((name) => `applied: ${name}`), `schema version ${version}`].join('\n'))
    return 0
  })
}

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
