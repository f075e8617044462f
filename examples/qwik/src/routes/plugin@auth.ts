import { routeAuth$ } from '@authwright/qwik'
import Credentials from '@authwright/qwik/providers/credentials'

export const { onRequest, useSession, useSignIn, useSignOut, auth, requireUser, signIn, signOut } = routeAuth$(() => ({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
}))
