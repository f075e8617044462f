import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import { client, common, credentials } from './common.js'

export const { auth } = NextAuth({ ...common, providers: [GitHub(client), Credentials(credentials)] })
