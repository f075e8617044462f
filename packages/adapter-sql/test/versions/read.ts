import { readdirSync, readFileSync } from 'node:fs'
import type { Kept } from './kept.ts'
import type { Visit } from './moments.ts'
import type { ServerRows } from './server-rows.ts'
import type { Strategy } from './site.ts'

/** A moment as a version left it. */
export interface Recorded<Rows = Kept['rows']> {
  readonly name: string
  readonly strategy: Strategy
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly cookies: Readonly<Record<string, string>>
  readonly rows: Rows
  readonly visit: Visit
  readonly email: string | null
}

interface Formats {
  readonly version: string
  readonly definitions: Kept['definitions']
  readonly moments: readonly Recorded[]
}

/** What a version left in a server. */
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

/** What all versions have left in browsers and SQLite. */
export const readFormats = () => read(/^formats-.*\.json$/) as readonly Formats[]

/** What all versions have left in browsers and in database servers. */
export const readServerFormats = () => read(/^servers-.*\.json$/) as readonly ServerFormats[]
