import NextAuth from '@authwright/next'
import Credentials from '@authwright/next/providers/credentials'
import GitHub from '@authwright/next/providers/github'
import { client, common, credentials } from './common.js'

export const { auth } = NextAuth({ ...common, providers: [GitHub(client), Credentials(credentials)] })
