import { CredentialsSignin, SvelteKitAuth } from '@gatehouse/sveltekit'
import Credentials from '@gatehouse/sveltekit/providers/credentials'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

/** Secret, origin and trust come from the environment, as in production. */
export const { handle, signIn, signOut, signInPage } = SvelteKitAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name, password }) => {
        if (name === 'bob') throw new Locked()
        return name === 'ann' && password === 'right' ? { id: '1', name: 'Ann' } : null
      },
    }),
    {
      id: 'elsewhere',
      name: 'Elsewhere',
      type: 'oauth',
      clientId: 'app',
      clientSecret: 'not used here',
      authorization: 'https://id.example/authorize',
      token: 'https://id.example/token',
      userinfo: 'https://id.example/userinfo',
    },
  ],
  session: { updateAge: 0 },
})
