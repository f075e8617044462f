import { PrismaPg } from '@prisma/adapter-pg'
import { getPrismaClientClass } from './generated/internal/class.ts'

const PrismaClient = getPrismaClientClass()

/** Prisma's client over PostgreSQL, generated from `schema.prisma`. */
export const prismaClient = (url: string) =>
  new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: 5 }, { onPoolError: () => undefined }) })
