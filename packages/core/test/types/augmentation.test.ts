import { expectTypeOf, test } from 'vitest'
import type { Session } from '@authwright/core'
import type { decode, JWT } from '@authwright/core/jwt'
import type { CallbacksOptions } from '@authwright/core/types'

// Declaration merging applies to the whole program, so no other file may use these names.
declare module '@authwright/core/jwt' {
  interface JWT {
    mergedIntoToken?: 'admin' | 'guest'
  }
}

declare module '@authwright/core' {
  interface Session {
    mergedIntoSession?: number
  }
}

test('members that an application adds to JWT and Session appear in callbacks and helpers', () => {
  type Added = 'admin' | 'guest' | undefined
  type Callback = { [Name in 'jwt' | 'session']: Parameters<CallbacksOptions[Name]>[0] }
  expectTypeOf<JWT['mergedIntoToken']>().toEqualTypeOf<Added>()
  expectTypeOf<Callback['jwt']['token']['mergedIntoToken']>().toEqualTypeOf<Added>()
  expectTypeOf<Callback['session']['token']['mergedIntoToken']>().toEqualTypeOf<Added>()
  type Decoded = Awaited<ReturnType<typeof decode<JWT>>>
  expectTypeOf<NonNullable<Decoded>['mergedIntoToken']>().toEqualTypeOf<Added>()
  expectTypeOf<Session['mergedIntoSession']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Callback['session']['session']['mergedIntoSession']>().toEqualTypeOf<number | undefined>()
})
