import { TanStackAuth, type Session, type SessionOf } from '@authwright/tanstack-start'
import { expectTypeOf, test, vi } from 'vitest'

// It exists in an application only.
vi.mock('@tanstack/react-start/server', () => ({ getRequest: () => undefined, setResponseStatus: () => undefined }))

test('the session has what the callback adds', () => {
  const auth = TanStackAuth({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, team: 7 }) },
  })
  expectTypeOf<SessionOf<typeof auth>['team']>().toEqualTypeOf<number>()
  expectTypeOf<Awaited<ReturnType<typeof auth.requireUser>>['team']>().toEqualTypeOf<number>()
  const plain = TanStackAuth({ providers: [] })
  expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>()
})
