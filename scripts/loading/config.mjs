// The config of a site with GitHub, Google and a password.
import { customFetch } from '@authwright/core'
import { CredentialsSignin } from '@authwright/core/errors'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'
import { github, google, SECRET } from './uses.mjs'

const client = { clientId: 'client', clientSecret: 'secret' }

class Locked extends CredentialsSignin {
  code = 'locked'
}

/** The only password is "correct". */
const authorize = ({ password }) => {
  if (password !== 'correct') throw new Locked()
  return { id: '1', name: 'Ada' }
}

export const config = {
  providers: [
    GitHub({ ...client, [customFetch]: github }),
    Google({ ...client, [customFetch]: google }),
    Credentials({ credentials: { password: { type: 'password' } }, authorize }),
  ],
  secret: SECRET,
  trustHost: true,
  basePath: '/auth',
}
