import { readdirSync, readFileSync } from 'node:fs'
import type { Kept } from './kept.ts'
import type { Visit } from './moments.ts'
import type { Strategy } from './site.ts'

/** A moment as a version left it. */
export interface Recorded {
  readonly name: string
  readonly strategy: Strategy
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly cookies: Readonly<Record<string, string>>
  readonly rows: Kept['rows']
  readonly visit: Visit
  readonly email: string | null
}

interface Formats {
  readonly version: string
  readonly definitions: Kept['definitions']
  readonly moments: readonly Recorded[]
}

const folder = new URL('./', import.meta.url)

/** What all versions have left. */
export const readFormats = (): readonly Formats[] =>
  readdirSync(folder)
    .filter((name) => /^formats-.*\.json$/.test(name))
    .map((name): Formats => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
