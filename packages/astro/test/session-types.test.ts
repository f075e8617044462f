import { defineConfig, type AstroAuthConfig } from '@authwright/astro'
import {
  AstroAuth,
  type AuthLocals,
  type Session,
  type SessionOf,
  type SessionOfConfig,
} from '@authwright/astro/server'
import { expectTypeOf, test } from 'vitest'

const config = defineConfig({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, team: 7 }) },
})

test('the session of a config has what the callback adds', () => {
  type Found = SessionOfConfig<typeof config>
  expectTypeOf<Found['team']>().toEqualTypeOf<number>()
  expectTypeOf<Found>().toExtend<Session>()
  expectTypeOf<SessionOf<AuthLocals<Found>>>().toEqualTypeOf<Found>()
  void ((locals: AuthLocals<Found>) => locals.requireUser(({ team, user }) => team > 3 && user.name === 'Ada'))
})

test('the same with a config function, and with a second config', () => {
  const tenant = defineConfig(async ({ url }) => ({
    providers: [],
    callbacks: { session: ({ session }: { readonly session: Session }) => ({ ...session, host: url.host }) },
  }))
  expectTypeOf<SessionOfConfig<typeof tenant>['host']>().toEqualTypeOf<string>()
  const staff = AstroAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, desk: 7 }) } })
  expectTypeOf<SessionOf<ReturnType<typeof staff.authFor>>['desk']>().toEqualTypeOf<number>()
})

test('without the callback, with a config of unknown callbacks and without types, it is Session', () => {
  const plain = defineConfig({ providers: [] })
  expectTypeOf<SessionOfConfig<typeof plain>>().toEqualTypeOf<Session>()
  expectTypeOf<SessionOfConfig<AstroAuthConfig>>().toEqualTypeOf<Session>()
  expectTypeOf<SessionOf<AuthLocals>>().toEqualTypeOf<Session>()
})
