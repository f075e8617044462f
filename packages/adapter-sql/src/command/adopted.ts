import * as layouts from '../layouts.ts'
import type { Layout } from '../layouts/layout.ts'

const published: Readonly<Record<string, Layout>> = {
  d1: layouts.d1Layout,
  drizzle: layouts.drizzleLayout,
  kysely: layouts.kyselyLayout,
  // Which kind of database it is at an address is known too late to be asked: instants are text in one of them.
  'kysely-sqlite': { ...layouts.kyselyLayout, instants: 'iso' },
  pg: layouts.pgLayout,
  prisma: layouts.prismaLayout,
  sequelize: layouts.sequelizeLayout,
  typeorm: layouts.typeormLayout,
}

/** What `--adopt` may say. */
export const adopted: readonly string[] = Object.keys(published)

/** The layout that `--adopt` names: `undefined` for the tables of this package, `null` when there is none of that name. */
export const layoutOf = (name: string | undefined): Layout | undefined | null => {
  if (name === undefined) return undefined
  return Object.hasOwn(published, name) ? published[name] : null
}
