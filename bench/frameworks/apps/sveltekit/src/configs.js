import PeerCredentials from '@auth/core/providers/credentials'
import PeerGitHub from '@auth/core/providers/github'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import { client, common, credentials } from './common.js'

export const makeConfigs = () => ({
  own: { ...common, providers: [GitHub(client), Credentials(credentials)] },
  peer: { ...common, providers: [PeerGitHub(client), PeerCredentials(credentials)] },
})
