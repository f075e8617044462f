import NextAuth from '@authwright/next'
import GitHub from '@authwright/next/providers/github'

export const { handlers, auth, requireUser, signIn, signOut, proxy } = NextAuth({ providers: [GitHub] })
