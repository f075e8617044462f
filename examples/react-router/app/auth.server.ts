import Credentials from '@authwright/core/providers/credentials'
import { ReactRouterAuth } from '@authwright/react-router'

export const { middleware, loader, action, auth, requireUser, signIn, signOut } = ReactRouterAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
})
