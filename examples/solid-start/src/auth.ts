import 'server-only'
import { SolidStartAuth } from '@authwright/solid-start'
import Credentials from '@authwright/solid-start/providers/credentials'

export const { middleware, auth, requireUser, signIn, signOut } = SolidStartAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
})
