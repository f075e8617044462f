import Credentials from '@authwright/core/providers/credentials'
import { TanStackAuth } from '@authwright/tanstack-start'

export const { middleware, auth, requireUser, signIn, signOut } = TanStackAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
})
