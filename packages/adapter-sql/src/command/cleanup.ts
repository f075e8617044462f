#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { findSchema, schemaNames } from './schema-names.ts'
import { withDatabase } from './with-database.ts'

const usage = `authwright-cleanup <address> [--batch-size <rows>] [--existing <adapter>]

Deletes expired sessions, one-time tokens and counters. Several processes may run it at once.
  <address>             a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (with LIBSQL_AUTH_TOKEN)
  --batch-size <rows>   how many rows one statement deletes at most (default: 1000)
  --existing <adapter>  use the tables of a published adapter (${schemaNames.join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'batch-size': { type: 'string', default: '1000' },
    existing: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [address] = positionals
const schema = findSchema(values.existing)
const batchSize = Number(values['batch-size'])
const isValid = schema !== null && Number.isSafeInteger(batchSize) && batchSize > 0

if (values.help || address === undefined || !isValid) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  await withDatabase(address, schema, async (adapter) => {
    console.log(`deleted ${await adapter.cleanup({ batchSize })}`)
  })
}
