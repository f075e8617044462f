import { SvelteKitAuth } from '@authwright/sveltekit'
import type * as package_ from '@authwright/sveltekit'
import type * as adapters from '@authwright/sveltekit/adapters'
import type { Session } from '@authwright/core'
import type { JWT } from '@authwright/core/jwt'
import type { Action, Actions, RequestEvent } from '@sveltejs/kit'
import type { Handle, HandleServerError } from '@sveltejs/kit/hooks'
import { expect, expectTypeOf, test } from 'vitest'

test('SvelteKit accepts what SvelteKitAuth returns', () => {
  const auth = SvelteKitAuth({ providers: [] })
  expect(Object.keys(auth)).toEqual(['handle', 'auth', 'requireUser', 'signIn', 'signOut', 'signInPage'])
  expectTypeOf(auth.handle).toExtend<Handle>()
  expectTypeOf(auth.signIn).toExtend<Action>()
  expectTypeOf(auth.signOut).toExtend<Action>()
  expectTypeOf<{ default: typeof auth.signIn }>().toExtend<Actions>()
  expectTypeOf<typeof package_.handleError>().toExtend<HandleServerError>()
})

test('the config is an object or a function of the event', () => {
  expectTypeOf<(event: RequestEvent) => Promise<{ providers: [] }>>().toExtend<Parameters<typeof SvelteKitAuth>[0]>()
  expectTypeOf<{ providers: [] }>().toExtend<package_.SvelteKitAuthConfig>()
  expectTypeOf<package_.SvelteKitAuthConfig>().not.toHaveProperty('raw')
})

test('the session has what the callback adds', () => {
  const auth = SvelteKitAuth({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } })
  expectTypeOf<package_.SessionOf<typeof auth>['team']>().toEqualTypeOf<number>()
  expectTypeOf(auth.requireUser).returns.resolves.toHaveProperty('team').toEqualTypeOf<number>()
  void ((event: RequestEvent) => auth.requireUser(event, ({ team, user }) => team > 3 && user.name === 'Ada'))
  const tenant = SvelteKitAuth(async ({ url }) => ({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, host: url.host }) },
  }))
  expectTypeOf<package_.SessionOf<typeof tenant>['host']>().toEqualTypeOf<string>()
  const plain = SvelteKitAuth({ providers: [] })
  expectTypeOf<package_.SessionOf<typeof plain>>().toEqualTypeOf<Session>()
})

test('an application extends the token of core', () => {
  expectTypeOf<package_.JWT>().toEqualTypeOf<JWT>()
})

test('the types of the application include the session', () => {
  expectTypeOf<App.Locals['auth']>().toEqualTypeOf<() => Promise<Session | null>>()
  expectTypeOf<App.PageData['session']>().toEqualTypeOf<Session | null | undefined>()
})

test('the package exports the public types', () => {
  expectTypeOf<package_.Session>().toExtend<package_.DefaultSession>()
  expectTypeOf<package_.Account>().toHaveProperty('providerAccountId')
  expectTypeOf<package_.Profile>().toHaveProperty('email_verified')
  expectTypeOf<package_.User>().toHaveProperty('email')
  expectTypeOf<adapters.Adapter>().toHaveProperty('createUser')
})
