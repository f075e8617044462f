import Credentials from '@auth/core/providers/credentials'
import GitHub from '@auth/core/providers/github'
import { defineConfig } from 'auth-astro'

export default defineConfig({
  providers: [
    GitHub({ clientId: 'id', clientSecret: 'secret' }),
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name, password }) =>
        typeof name === 'string' && password === 'analytical' ? { id: '1', name } : null,
    }),
  ],
})
