import { routeAuth$ } from '@authwright/qwik'
import { application, options } from '../contract'

export const { onRequest, useSession, useSignIn, useSignOut, auth, requireUser, signIn, signOut, update } = routeAuth$(
  ({ request }) =>
    options.hasTenants === true ? application.configFor(request.headers.get('host') ?? undefined) : application.config,
)
