import { CredentialsSignin, SvelteKitAuth } from '@authwright/sveltekit'
import Credentials from '@authwright/sveltekit/providers/credentials'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

/** A name that would be more than text where it stands in HTML or in the data of a script. */
const EVIL = '</script><script>window.evil = 1</script><!--<img src=x onerror="window.evil = 1">\u2028\u2029'

const people: Readonly<Record<string, string>> = { ann: 'Ann', eve: EVIL }

/** Secret, origin and trust come from the environment, as in production. */
export const { handle, signIn, signOut, signInPage } = SvelteKitAuth({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name, password }) => {
        if (name === 'bob') throw new Locked()
        const known = people[String(name)]
        return known !== undefined && password === 'right' ? { id: String(name), name: known } : null
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
