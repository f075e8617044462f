import Credentials from '@authwright/core/providers/credentials'
import { defineAuth } from '@authwright/nuxt/server'

export default defineAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
})
