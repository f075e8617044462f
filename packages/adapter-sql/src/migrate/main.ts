#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { sqliteAdapter } from '../sqlite.ts'

const usage = `gatehouse-migrate <file> [--status]

Brings the Gatehouse tables of a SQLite file up to date. Several processes may run it at once.
  --status  only say what is missing; exits with 1 when something is`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { status: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})
const [path] = positionals

const showStatus = async (file: string) => {
  const adapter = sqliteAdapter({ path: file, migrate: false })
  const missing = await adapter.pendingMigrations()
  await adapter.close()
  console.log(missing.length === 0 ? 'up to date' : missing.map((name) => `missing: ${name}`).join('\n'))
  process.exitCode = missing.length === 0 ? 0 : 1
}

const bringUpToDate = async (file: string) => {
  const adapter = sqliteAdapter({ path: file })
  const { version, applied } = await adapter.migrate()
  await adapter.close()
  for (const name of applied) console.log(`applied: ${name}`)
  console.log(`schema version ${version}`)
}

if (values.help || path === undefined) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else await (values.status ? showStatus(path) : bringUpToDate(path))
