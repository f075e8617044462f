import { ReactRouterAuth, type ReactRouterAuthConfig, type Session, type SessionOf } from '@authwright/react-router'
import { expectTypeOf, test } from 'vitest'

const typed = ReactRouterAuth({
  providers: [],
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.id }, team: 7 }),
  },
})

test('the session has what the callback adds', () => {
  type Found = SessionOf<typeof typed>
  expectTypeOf<SessionOf<typeof typed.auth>>().toEqualTypeOf<Found>()
  expectTypeOf<Found['team']>().toEqualTypeOf<number>()
  expectTypeOf<Found['user']['role']>().toEqualTypeOf<string>()
  expectTypeOf<Found['expires']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<typeof typed.requireUser>>['user']['role']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<typeof typed.update>>>().toEqualTypeOf<Found | null>()
  // A check knows the members too.
  void (() => typed.requireUser({} as Parameters<typeof typed.requireUser>[0], ({ team }) => team > 3))
})

test('the same with a config function', () => {
  const auth = ReactRouterAuth(({ url }) => ({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, host: url.host }) },
  }))
  expectTypeOf<SessionOf<typeof auth>['host']>().toEqualTypeOf<string>()
})

test('without the callback, and with a config of unknown callbacks, it is Session', () => {
  const plain = ReactRouterAuth({ providers: [] })
  expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>()
  const config: ReactRouterAuthConfig = { providers: [] }
  const other = ReactRouterAuth(config)
  expectTypeOf<SessionOf<typeof other>>().toExtend<Session>()
})

test('a session has a time of expiry', () => {
  type Config = Parameters<typeof ReactRouterAuth>[0]
  expectTypeOf<{ providers: []; callbacks: { session: () => { user: object } } }>().not.toExtend<Config>()
  expectTypeOf<{ providers: []; callbacks: { session: () => { expires: string } } }>().toExtend<Config>()
})
