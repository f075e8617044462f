import { ADDED, type Layout } from '../layouts/layout.ts'
import type { Tables } from '../store/tables.ts'
import { adopt } from './adopt.ts'
import { makeSchema, passkeyNames } from './schema.ts'
import type { Kysely } from 'kysely'
import type { Builder } from './builder.ts'

/** One step of the schema. Steps are only ever added; a published one is never changed. */
export interface Migration {
  readonly version: number
  readonly name: string
  /** May run again after it was interrupted, where the database cannot undo definitions: see `Builder`. */
  readonly up: (db: Kysely<Tables>, builder: Builder) => Promise<void>
}

/** The schema, step by step. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'users, accounts, sessions, tokens, authenticators and attempts',
    up: (_db, builder) => makeSchema(builder),
  },
  {
    version: 2,
    name: 'what a passkey is called and when it was used',
    up: (_db, builder) => passkeyNames(builder, 'authenticators'),
  },
]

/** The steps for tables that somebody else made: what they lack is added, and nothing in them is changed. */
const adoption = (layout: Layout): readonly Migration[] => [
  { version: 1, name: 'what adopted tables lack', up: (db, builder) => adopt(db, builder, layout) },
  {
    version: 2,
    name: 'what a passkey is called and when it was used',
    up: async (_db, builder) => {
      const { authenticators } = layout.tables
      if (authenticators === ADDED.authenticators) await passkeyNames(builder, authenticators)
    },
  },
]

/** The steps that bring a layout up to date. */
export const migrationsOf = (layout: Layout): readonly Migration[] => (layout.adopted ? adoption(layout) : migrations)
