import type { AppSession, defineAuth, getServerSession, requireUser, SessionOf, update } from '@authwright/nuxt/server'
import { expectTypeOf, test } from 'vitest'

// The parts of h3 that the functions need are in an application only.
declare const define: typeof defineAuth
const makeConfig = () => define({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })

// The module writes the same into the types of the application. Declaration merging applies to all tests of this package.
declare module '@authwright/nuxt/server' {
  interface Register {
    config: ReturnType<typeof makeConfig>
  }
}

test('the functions of the server return what the callback of the config returns', () => {
  expectTypeOf<AppSession['team']>().toEqualTypeOf<number>()
  expectTypeOf<AppSession['expires']>().toEqualTypeOf<string>()
  expectTypeOf<SessionOf<typeof getServerSession>>().toEqualTypeOf<AppSession>()
  expectTypeOf<Awaited<ReturnType<typeof requireUser>>['team']>().toEqualTypeOf<number>()
  expectTypeOf<Awaited<ReturnType<typeof update>>>().toEqualTypeOf<AppSession | null>()
})
