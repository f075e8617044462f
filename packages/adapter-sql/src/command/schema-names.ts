import * as schemas from '../schemas.ts'
import type { DatabaseSchema } from '../schemas/database-schema.ts'

const published: Readonly<Record<string, DatabaseSchema>> = {
  d1: schemas.d1Schema,
  drizzle: schemas.drizzleSchema,
  kysely: schemas.kyselySchema,
  // On SQLite that adapter stores instants as text. The engine is not known before the database is open.
  'kysely-sqlite': { ...schemas.kyselySchema, instants: 'iso' },
  pg: schemas.pgSchema,
  prisma: schemas.prismaSchema,
  sequelize: schemas.sequelizeSchema,
  typeorm: schemas.typeormSchema,
}

/** The values of `--existing`. */
export const schemaNames: readonly string[] = Object.keys(published)

/** The schema for `--existing`: `undefined` without the option, `null` for an unknown name. */
export const findSchema = (name: string | undefined): DatabaseSchema | undefined | null => {
  if (name === undefined) return undefined
  return Object.hasOwn(published, name) ? published[name] : null
}
