import NextAuth from '@authwright/next'
import Credentials from '@authwright/next/providers/credentials'

export const { handlers, auth, requireUser, signIn, signOut, proxy } = NextAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
})
