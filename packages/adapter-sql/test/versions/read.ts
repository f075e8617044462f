import { readdirSync, readFileSync } from 'node:fs'
import type { Snapshot } from './snapshot.ts'
import type { NextRequest } from './moments.ts'
import type { ServerRows } from './server-rows.ts'
import type { Strategy } from './application.ts'

/** A moment as a version recorded it. */
export interface Recorded<Rows = Snapshot['rows']> {
  readonly name: string
  readonly strategy: Strategy
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly cookies: Readonly<Record<string, string>>
  readonly rows: Rows
  readonly next: NextRequest
  readonly email: string | null
}

interface Formats {
  readonly version: string
  readonly definitions: Snapshot['definitions']
  readonly moments: readonly Recorded[]
}

/** The moments of a version in a database server. */
interface ServerFormats {
  readonly version: string
  readonly server: string
  readonly moments: readonly Recorded<ServerRows>[]
}

const folder = new URL('./', import.meta.url)

const read = (pattern: RegExp): readonly unknown[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

/** Reads the recordings of all versions in browsers and SQLite. */
export const readFormats = () => read(/^formats-.*\.json$/) as readonly Formats[]

/** Reads the recordings of all versions in browsers and database servers. */
export const readServerFormats = () => read(/^servers-.*\.json$/) as readonly ServerFormats[]
