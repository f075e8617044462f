import type { AuthConfig } from '@authwright/core'
import Credentials from '@authwright/core/providers/credentials'
import { findByPassword } from './users.ts'

export const config: AuthConfig = {
  providers: [
    Credentials({
      name: 'Password',
      credentials: {
        email: { label: 'E-mail', type: 'email', autocomplete: 'username', required: true },
        password: { label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
      },
      // The fields of the form, as the browser sent them. Returns the user with an `id`, or `null` to refuse.
      authorize: ({ email, password }) =>
        typeof email === 'string' && typeof password === 'string' ? findByPassword(email, password) : null,
    }),
  ],
}
