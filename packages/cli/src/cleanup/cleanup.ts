import { textOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { databaseArguments, databaseOptions, requireFile, withAdapter } from '../application/database.ts'
import { whileWaiting } from '../terminal/progress.ts'

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { terminal, json, values } = invocation
  const batchSize = Number(textOf(values, 'batch-size') ?? '1000')
  if (!Number.isSafeInteger(batchSize) || batchSize < 1) throw new UsageError('--batch-size needs a number of rows')
  requireFile(invocation)
  const deleted = await withAdapter(invocation, (adapter) =>
    whileWaiting(terminal, 'Deleting expired rows', (report) =>
      adapter.cleanup({ batchSize, onBatch: (rows) => report(`Deleting expired rows, ${rows} so far`) }),
    ),
  )
  terminal.print(json ? JSON.stringify({ ok: true, command: 'cleanup', deleted }) : `deleted ${deleted}`)
  return 0
}

export const command: Command = {
  usage: '[address] [options]',
  description: `Deletes expired sessions, one-time tokens and counters. Several processes may run it at once.
libsql:// takes its token from LIBSQL_AUTH_TOKEN.`,
  arguments: databaseArguments,
  options: {
    'batch-size': {
      type: 'string',
      value: '<rows>',
      help: 'how many rows one statement deletes at most (default: 1000)',
    },
    ...databaseOptions,
  },
  run,
}
