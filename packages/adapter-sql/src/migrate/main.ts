#!/usr/bin/env node
import { parseArgs } from 'node:util'
import type { SqlAdapter } from '../adapter.ts'
import { adopted, layoutOf } from '../command/adopted.ts'
import { withDatabase } from '../command/with-database.ts'

const usage = `authwright-migrate <address> [--status] [--adopt <adapter>]

Brings the Authwright tables of a database up to date. Several processes may run it at once.
  <address>          a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (with LIBSQL_AUTH_TOKEN)
  --status           only say what is missing; exits with 1 when something is
  --adopt <adapter>  the tables of a published adapter are there: add what they lack (${adopted.join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    adopt: { type: 'string' },
    status: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [address] = positionals
const layout = layoutOf(values.adopt)

const showStatus = (missing: readonly string[]) => {
  console.log(missing.length === 0 ? 'up to date' : missing.map((name) => `missing: ${name}`).join('\n'))
  process.exitCode = missing.length === 0 ? 0 : 1
}

const work = async (adapter: SqlAdapter) => {
  if (values.status) return showStatus(await adapter.pendingMigrations())
  const { version, applied } = await adapter.migrate()
  for (const name of applied) console.log(`applied: ${name}`)
  console.log(`schema version ${version}`)
}

if (values.help || address === undefined || layout === null) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else await withDatabase(address, layout, work)
