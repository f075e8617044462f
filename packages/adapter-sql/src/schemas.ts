export {
  d1Schema,
  drizzleSchema,
  kyselySchema,
  pgSchema,
  prismaSchema,
  sequelizeSchema,
  typeormSchema,
} from './schemas/authjs.ts'
export type { DatabaseSchema } from './schemas/database-schema.ts'
