import type { JWT } from '@authwright/core/jwt'
import type { JWT as NodeJWT } from '@authwright/node'
import type { JWT as ExpressJWT } from '@authwright/node/express'
import type { JWT as FastifyJWT } from '@authwright/node/fastify'
import type { JWT as KoaJWT } from '@authwright/node/koa'
import type { JWT as NestJWT } from '@authwright/node/nestjs'
import { expectTypeOf, test } from 'vitest'

// Declaration merging applies to the whole program, so no other file may use this name.
declare module '@authwright/node/koa' {
  interface JWT {
    mergedIntoToken?: number
  }
}

test('members that an application adds to JWT appear in the token of the callback jwt', () => {
  expectTypeOf<JWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<NodeJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ExpressJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<KoaJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<NestJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<FastifyJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
})
