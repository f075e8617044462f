import { CredentialsSignin, SvelteKitAuth } from '@authwright/sveltekit'
import Credentials from '@authwright/sveltekit/providers/credentials'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

/** A name that would run a script if a page did not escape it in HTML and in script data. */
const EVIL = '</script><script>window.evil = 1</script><!--<img src=x onerror="window.evil = 1">\u2028\u2029'

const users: Readonly<Record<string, string>> = { ann: 'Ann', eve: EVIL }

/** The environment provides the secret, the client and host trust, as in production. */
export const { handle, signIn, signOut, signInPage } = SvelteKitAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name, password }) => {
        if (name === 'bob') throw new Locked()
        const user = users[String(name)]
        return user !== undefined && password === 'right' ? { id: String(name), name: user } : null
      },
    }),
    {
      id: 'oauth',
      name: 'OAuth',
      type: 'oauth',
      authorization: 'https://id.example/authorize',
      token: 'https://id.example/token',
      userinfo: 'https://id.example/userinfo',
    },
  ],
  session: { updateAge: 0 },
})
