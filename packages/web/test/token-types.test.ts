import type { JWT } from '@authwright/core/jwt'
import type { JWT as WebJWT } from '@authwright/web'
import type { JWT as ElysiaJWT } from '@authwright/web/elysia'
import type { JWT as H3JWT } from '@authwright/web/h3'
import type { JWT as HonoJWT } from '@authwright/web/hono'
import { expectTypeOf, test } from 'vitest'

// Declaration merging applies to the whole program, so no other file may use this name.
declare module '@authwright/web/h3' {
  interface JWT {
    mergedIntoToken?: number
  }
}

test('members that an application adds to JWT appear in the token of the callback jwt', () => {
  expectTypeOf<JWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<WebJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<HonoJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ElysiaJWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<H3JWT['mergedIntoToken']>().toEqualTypeOf<number | undefined>()
})
