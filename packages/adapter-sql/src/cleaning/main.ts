#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { adopted, layoutOf } from '../command/adopted.ts'
import { withDatabase } from '../command/with-database.ts'
import { deleteAllExpired } from './delete-all-expired.ts'

const usage = `authwright-delete-expired <address> [--limit <rows>] [--adopt <adapter>]

Removes sessions, one-time tokens and counters whose time is over. Several processes may run it at once.
  <address>          a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (with LIBSQL_AUTH_TOKEN)
  --limit <rows>     how many are removed at once, 1000 if it is not said; it goes on until none is left
  --adopt <adapter>  the tables of a published adapter are used (${adopted.join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    adopt: { type: 'string' },
    limit: { type: 'string', default: '1000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [address] = positionals
const layout = layoutOf(values.adopt)
const limit = Number(values.limit)
const isRight = layout !== null && Number.isSafeInteger(limit) && limit > 0

if (values.help || address === undefined || !isRight) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  await withDatabase(address, layout, async (adapter) => {
    console.log(`removed ${await deleteAllExpired(adapter, { limit })}`)
  })
}
