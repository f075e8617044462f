import type { QwikAuth$, routeAuth$, routeAuthQrl, Session, SessionOf } from '@authwright/qwik'
import type { useClientSession } from '@authwright/qwik/client'
import type { QRL } from '@builder.io/qwik'
import { expectTypeOf, test } from 'vitest'

const own = { session: ({ session }: { readonly session: Session }) => ({ ...session, team: 7 }) }
// Qwik is installed in applications only.
declare const functions: {
  readonly routeAuth: typeof routeAuth$
  readonly qwikAuth: typeof QwikAuth$
  readonly routeAuthQrl: typeof routeAuthQrl
}
const make = () =>
  functions.routeAuth(() => ({ providers: [], callbacks: { session: ({ session }) => ({ ...session, team: 7 }) } }))
const makeOld = () => functions.qwikAuth(async () => Promise.resolve({ providers: [], callbacks: own }))
const makeQrl = (source: QRL<() => { providers: []; callbacks: typeof own }>) => functions.routeAuthQrl(source)

test('the session has what the callback adds', () => {
  type Auth = ReturnType<typeof make>
  expectTypeOf<SessionOf<Auth>['team']>().toEqualTypeOf<number>()
  expectTypeOf<ReturnType<Auth['useSession']>['value']>().toEqualTypeOf<SessionOf<Auth> | null>()
  expectTypeOf<Awaited<ReturnType<Auth['requireUser']>>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<ReturnType<typeof makeOld>>['team']>().toEqualTypeOf<number>()
  expectTypeOf<SessionOf<ReturnType<typeof makeQrl>>['team']>().toEqualTypeOf<number>()
})

test('the session of the browser has the type of the one that the server rendered', () => {
  type Own = SessionOf<ReturnType<typeof make>>
  type State = ReturnType<typeof useClientSession<Own>>['value']
  expectTypeOf<State['data']>().toEqualTypeOf<Own | null>()
})

test('without the callback it is Session', () => {
  const plain = () => functions.routeAuth(() => ({ providers: [] }))
  expectTypeOf<SessionOf<ReturnType<typeof plain>>>().toEqualTypeOf<Session>()
})
