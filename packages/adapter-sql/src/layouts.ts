export {
  d1Layout,
  drizzleLayout,
  kyselyLayout,
  pgLayout,
  prismaLayout,
  sequelizeLayout,
  typeormLayout,
} from './layouts/authjs.ts'
export type { Layout } from './layouts/layout.ts'
