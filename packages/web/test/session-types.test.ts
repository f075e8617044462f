import { FetchAuth, type Session, type SessionOf } from '@authwright/web'
import { ElysiaAuth } from '@authwright/web/elysia'
import { H3Auth } from '@authwright/web/h3'
import { HonoAuth } from '@authwright/web/hono'
import { Elysia } from 'elysia'
import { expectTypeOf, test } from 'vitest'

const fetchAuth = FetchAuth({
  providers: [],
  callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.id } }) },
})
const h3 = H3Auth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })
const hono = HonoAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })
const elysia = ElysiaAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })

test('the session has what the callback adds', () => {
  expectTypeOf<SessionOf<typeof fetchAuth>['user']['role']>().toEqualTypeOf<string>()
  expectTypeOf<SessionOf<typeof h3>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<typeof hono>['team']>().toEqualTypeOf<number>()
  hono.protect(({ team, user }) => team > 3 && user.name === 'Ada')
  fetchAuth.wrap(async (_request, { auth, requireUser }) => {
    expectTypeOf<SessionOf<typeof auth>['user']['role']>().toEqualTypeOf<string>()
    return Response.json(await requireUser(({ user }) => user.role === 'admin'))
  })
})

test('the context of Elysia and its option `signedIn` know it', () => {
  new Elysia().use(elysia).get(
    '/account',
    async ({ auth }) => {
      const session = await auth()
      expectTypeOf(session?.team).toEqualTypeOf<number | undefined>()
      return ''
    },
    { signedIn: ({ team }) => team > 3 },
  )
})

test('without the callback it is Session', () => {
  const plain = [H3Auth({ providers: [] }), HonoAuth({ providers: [] })] as const
  expectTypeOf<SessionOf<(typeof plain)[0]>>().toEqualTypeOf<Session>()
  expectTypeOf<SessionOf<(typeof plain)[1]>>().toEqualTypeOf<Session>()
})
