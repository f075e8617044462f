#!/usr/bin/env node
import { parseArgs } from 'node:util'
import type { SqlAdapter } from '../adapter.ts'
import { findSchema, schemaNames } from './schema-names.ts'
import { withDatabase } from './with-database.ts'

const usage = `authwright-migrate <address> [--status] [--existing <adapter>]

Brings the Authwright tables of a database up to date. Several processes may run it at once.
  <address>             a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (with LIBSQL_AUTH_TOKEN)
  --status              only print the missing migrations; exits with 1 if there are any
  --existing <adapter>  use the tables of a published adapter, and add what they lack (${schemaNames.join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    existing: { type: 'string' },
    status: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [address] = positionals
const schema = findSchema(values.existing)

const printStatus = (pending: readonly string[]) => {
  console.log(pending.length === 0 ? 'up to date' : pending.map((name) => `missing: ${name}`).join('\n'))
  process.exitCode = pending.length === 0 ? 0 : 1
}

const run = async (adapter: SqlAdapter) => {
  if (values.status) return printStatus(await adapter.pendingMigrations())
  const { version, applied } = await adapter.migrate()
  for (const name of applied) console.log(`applied: ${name}`)
  console.log(`schema version ${version}`)
}

if (values.help || address === undefined || schema === null) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else await withDatabase(address, schema, run)
