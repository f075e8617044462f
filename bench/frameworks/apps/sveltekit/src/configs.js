import PeerCredentials from '@auth/core/providers/credentials'
import PeerGitHub from '@auth/core/providers/github'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import { client, common, credentials } from './common.js'

export const makeOwn = () => ({ ...common, providers: [GitHub(client), Credentials(credentials)] })

export const peer = { ...common, providers: [PeerGitHub(client), PeerCredentials(credentials)] }
