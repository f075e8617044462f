// A site with GitHub, Google and a password. `USE="session check" node site.mjs` handles the requests of one use of it, and
// `USE=every` those of all.
import { Auth, customFetch } from '@authwright/core'
import { CredentialsSignin } from '@authwright/core/errors'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'
import { github, google, use } from './uses.mjs'

const client = { clientId: 'client', clientSecret: 'secret' }

class Locked extends CredentialsSignin {
  code = 'locked'
}

/** The only password is "correct". */
const authorize = ({ password }) => {
  if (password !== 'correct') throw new Locked()
  return { id: '1', name: 'Ada' }
}

const config = {
  providers: [
    GitHub({ ...client, [customFetch]: github }),
    Google({ ...client, [customFetch]: google }),
    Credentials({ credentials: { password: { type: 'password' } }, authorize }),
  ],
  secret: 'kJ3vN8xQ2pLz7RwT5yHbG9mC4dFsA6eU',
  trustHost: true,
  basePath: '/auth',
}

await use(Auth, config)
