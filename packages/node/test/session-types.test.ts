import { NodeAuth, type Session, type SessionOf } from '@authwright/node'
import { ExpressAuth, type ExpressAuthConfig } from '@authwright/node/express'
import { FastifyAuth } from '@authwright/node/fastify'
import { KoaAuth } from '@authwright/node/koa'
import { expectTypeOf, test } from 'vitest'

const nodeHttp = NodeAuth({
  providers: [],
  callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.id } }) },
})
const express = ExpressAuth({
  providers: [],
  callbacks: { session: async ({ session }) => Promise.resolve({ ...session, team: 7 }) },
})
const koa = KoaAuth(() => ({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } }))
const fastify = FastifyAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })

test('the session has what the callback adds', () => {
  expectTypeOf<SessionOf<typeof nodeHttp>['user']['role']>().toEqualTypeOf<string>()
  expectTypeOf<SessionOf<typeof nodeHttp>['expires']>().toEqualTypeOf<string>()
  expectTypeOf<SessionOf<typeof express>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<typeof koa>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<typeof fastify>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<typeof fastify.auth>>().toEqualTypeOf<SessionOf<typeof fastify>>()
})

test('a check of a guard gets it too', () => {
  type Session = Parameters<NonNullable<Parameters<typeof express.protect>[0]>>[0]
  expectTypeOf<Session['team']>().toEqualTypeOf<number>()
  koa.protect(({ team, user }) => team > 3 && user.name === 'Ada')
})

test('without the callback it is Session', () => {
  const plain = ExpressAuth({ providers: [] })
  expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>()
  const config: ExpressAuthConfig = { providers: [] }
  const other = ExpressAuth(config)
  expectTypeOf<SessionOf<typeof other>>().toExtend<Session>()
})
