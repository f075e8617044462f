import { QwikAuth$, type DefaultSession } from '@auth/qwik'
import Credentials from '@auth/qwik/providers/credentials'
import GitHub from '@auth/qwik/providers/github'
import { adjust } from '../adjust'

declare module '@auth/qwik' {
  interface Session {
    user: { roles: string[] } & DefaultSession['user']
  }
}

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(() =>
  adjust({
    providers: [
      GitHub,
      Credentials({
        credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
        authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),
      }),
    ],
    callbacks: {
      session: ({ session }) => ({ ...session, user: { ...session.user, roles: ['reader'] } }),
    },
  }),
)
