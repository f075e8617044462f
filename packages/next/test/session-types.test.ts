import { NextAuth, type NextAuthConfig, type NextAuthResult, type Session, type SessionOf } from '@authwright/next'
import { expectTypeOf, test } from 'vitest'

const { auth, update, requireUser, handlers } = NextAuth({
  providers: [],
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.id }, team: 7 }),
    authorized: ({ auth: session }) => session !== null,
  },
})
type OwnSession = SessionOf<typeof auth>

test('auth() returns what the callback returns', () => {
  expectTypeOf<Awaited<ReturnType<typeof auth>>>().toEqualTypeOf<OwnSession | null>()
  expectTypeOf<OwnSession['user']['role']>().toEqualTypeOf<string>()
  expectTypeOf<OwnSession['team']>().toEqualTypeOf<number>()
  expectTypeOf<OwnSession['expires']>().toEqualTypeOf<string>()
  expectTypeOf(update).returns.resolves.toEqualTypeOf<OwnSession | null>()
  expectTypeOf(handlers.GET).returns.resolves.toEqualTypeOf<Response>()
})

test('guards and handlers get it too', () => {
  expectTypeOf<Parameters<NonNullable<Parameters<typeof requireUser>[0]>>[0]['team']>().toEqualTypeOf<number>()
  expectTypeOf(requireUser).returns.resolves.toHaveProperty('team').toEqualTypeOf<number>()
  const handler = auth((request) =>
    Response.json({ team: request.auth?.team.toFixed(), role: request.auth?.user.role }),
  )
  expectTypeOf(handler).returns.resolves.toEqualTypeOf<Response>()
})

test('a config function gives it too', () => {
  const tenant = NextAuth(async () =>
    Promise.resolve({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } }),
  )
  expectTypeOf<SessionOf<typeof tenant>['team']>().toEqualTypeOf<number>()
})

test('without the callback it is Session', () => {
  const plain = NextAuth({ providers: [] })
  expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>()
  const config: NextAuthConfig = { providers: [] }
  const other: NextAuthResult = NextAuth(config)
  expectTypeOf<SessionOf<typeof other>>().toExtend<Session>()
})
