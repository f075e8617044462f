import { SolidStartAuth, type Session, type SessionOf } from '@authwright/solid-start'
import { expectTypeOf, test } from 'vitest'

test('the session has what the callback adds', () => {
  const auth = SolidStartAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })
  expectTypeOf<SessionOf<typeof auth>['team']>().toEqualTypeOf<number>()
  expectTypeOf(auth.requireUser).returns.resolves.toHaveProperty('team').toEqualTypeOf<number>()
  expectTypeOf(auth.update).returns.resolves.toEqualTypeOf<SessionOf<typeof auth> | null>()
  void (() => auth.requireUser(({ team, user }) => team > 3 && user.name === 'Ada'))
  void (() => auth.requireUser({ callbackUrl: '/team', check: ({ team }) => team > 3 }))
})

test('the same with a config function', () => {
  const auth = SolidStartAuth(async ({ url }) =>
    Promise.resolve({ providers: [], callbacks: { session: ({ session }) => ({ ...session, host: url }) } }),
  )
  expectTypeOf<SessionOf<typeof auth>['host']>().toEqualTypeOf<string>()
})

test('without the callback it is Session', () => {
  const plain = SolidStartAuth({ providers: [] })
  expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>()
})
