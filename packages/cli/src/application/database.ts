import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SqlAdapter } from '@authwright/adapter-sql'
import type * as command from '@authwright/adapter-sql/command'
import { CommandError, textOf, UsageError, type CommandOptions, type Invocation } from '../command.ts'
import { maskedMessage } from '../doctor/mask-secrets.ts'
import { installCommand } from './frameworks.ts'
import { withConfig } from './load-config.ts'
import { importInstalled } from './modules.ts'

export const databaseArguments = {
  '[address]': 'a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (default: the adapter of the config)',
}

export const databaseOptions = {
  existing: {
    type: 'string',
    value: '<adapter>',
    help: 'use the tables of a published adapter: d1, drizzle, kysely, kysely-sqlite, pg, prisma, sequelize, typeorm',
  },
} as const satisfies CommandOptions

type CommandModule = typeof command

/** The client library for each scheme of an address. For PostgreSQL `postgres` will do too; the guide names `pg`. */
const DRIVERS = [
  [/^postgres(?:ql)?:/, 'pg'],
  [/^(?:mysql|mariadb):/, 'mysql2'],
  [/^(?:libsql|https?|wss?):/, '@libsql/client'],
] as const

/** The error of a module that is not installed. By the address, the client library is what is missing. */
const missingModule = (error: Error, cwd: string, address = ''): CommandError => {
  const [, driver] = DRIVERS.find(([scheme]) => scheme.test(address)) ?? []
  const message =
    driver === undefined
      ? error.message
      : `the address needs the package ${driver}, which is not installed. Install it with: ${installCommand(cwd, [driver])}`
  return new CommandError(3, message, { cause: error })
}

/** Turns an error of the adapter, its client library or the database into one with an exit code. */
const unreachable = (error: unknown, { cwd, positionals }: Invocation): never => {
  if (error instanceof CommandError || !(error instanceof Error)) throw error
  if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND') throw missingModule(error, cwd, positionals[0])
  const [inner]: unknown[] = error instanceof AggregateError ? error.errors : []
  throw new CommandError(4, `the database: ${maskedMessage(error.message || inner)}`, { cause: error })
}

/** Fails if the address is that of a SQLite file that does not exist: opening it would create an empty one. */
export const requireFile = ({ cwd, positionals: [address] }: Invocation): void => {
  if (address === undefined || /^(?:[a-z][a-z+]+)?:/i.test(address) || existsSync(resolve(cwd, address))) return
  throw new CommandError(4, `the database: the file ${address} does not exist. authwright migrate creates it`)
}

const isSqlAdapter = (adapter: object | undefined): adapter is SqlAdapter =>
  adapter !== undefined && 'pendingMigrations' in adapter

/** Runs `work` with the adapter of a database, by the address of the command line or else by the config. */
export const withAdapter = async <Result>(
  invocation: Invocation,
  work: (adapter: SqlAdapter) => Promise<Result>,
): Promise<Result> => {
  const { cwd, positionals, values } = invocation
  const [address, ...more] = positionals
  const existing = textOf(values, 'existing')
  if (more.length > 0) throw new UsageError('only one address of a database is possible')
  const scheme = /^[a-z][a-z\d+.-]+:(?=\/\/)/i.exec(address ?? '')?.[0]
  // As a SQLite file, a mistyped address would be created with its password in the path.
  if (scheme !== undefined && scheme !== 'file:' && !DRIVERS.some(([known]) => known.test(scheme)))
    throw new UsageError(`the address begins with ${scheme}//, and may be ${databaseArguments['[address]']}`)
  if (address === undefined) {
    if (existing !== undefined) throw new UsageError('--existing needs the address of a database')
    return withConfig(invocation, async ({ config, file }) => {
      const { adapter } = config
      if (isSqlAdapter(adapter)) return work(adapter).catch((error: unknown) => unreachable(error, invocation))
      throw new UsageError(`${file} has no adapter of @authwright/adapter-sql. Give the address of the database`)
    })
  }
  const { withDatabase, existingTables } = (await importInstalled(
    cwd,
    '@authwright/adapter-sql/command',
  )) as CommandModule
  if (existing !== undefined && !existingTables.includes(existing))
    throw new UsageError(`--existing: ${existing} is none of ${existingTables.join(', ')}`)
  return withDatabase({ address, existing }, work).catch((error: unknown) => unreachable(error, invocation))
}
