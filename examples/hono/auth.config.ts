import Credentials from '@authwright/core/providers/credentials'
import type { AuthConfig } from '@authwright/core'

export const authConfig = {
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      // Check the password of the user in your database instead.
      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
    }),
  ],
} satisfies AuthConfig
