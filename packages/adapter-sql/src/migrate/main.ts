#!/usr/bin/env node
import { parseArgs } from 'node:util'
import * as layouts from '../layouts.ts'
import type { Layout } from '../layouts/layout.ts'
import { sqlAdapter } from '../sql-adapter.ts'
import { openUrl } from './open-url.ts'

const published: Readonly<Record<string, Layout>> = {
  d1: layouts.d1Layout,
  drizzle: layouts.drizzleLayout,
  kysely: layouts.kyselyLayout,
  pg: layouts.pgLayout,
  prisma: layouts.prismaLayout,
  sequelize: layouts.sequelizeLayout,
  typeorm: layouts.typeormLayout,
}

const usage = `gatehouse-migrate <address> [--status] [--adopt <adapter>]

Brings the Gatehouse tables of a database up to date. Several processes may run it at once.
  <address>          a SQLite file, or postgres://, mysql://, mariadb:// or libsql:// (with LIBSQL_AUTH_TOKEN)
  --status           only say what is missing; exits with 1 when something is
  --adopt <adapter>  the tables of a published adapter are there: add what they lack (${Object.keys(published).join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    adopt: { type: 'string' },
    status: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [address] = positionals
const { adopt } = values
const isKnown = adopt === undefined || Object.hasOwn(published, adopt)

const showStatus = (missing: readonly string[]) => {
  console.log(missing.length === 0 ? 'up to date' : missing.map((name) => `missing: ${name}`).join('\n'))
  process.exitCode = missing.length === 0 ? 0 : 1
}

const work = async (at: string) => {
  const layout = adopt === undefined ? undefined : published[adopt]
  const { dialect, close } = await openUrl(at)
  const adapter = sqlAdapter({ db: dialect, ...(layout === undefined ? {} : { layout }) })
  try {
    if (values.status) return showStatus(await adapter.pendingMigrations())
    const { version, applied } = await adapter.migrate()
    for (const name of applied) console.log(`applied: ${name}`)
    console.log(`schema version ${version}`)
  } finally {
    await adapter.close()
    await close()
  }
}

if (values.help || address === undefined || !isKnown) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else await work(address)
