import { getServerSession } from './v4/server-session.ts'
import { NextAuth } from './v4/route-handler.ts'

export { fromAuthJs } from '@authwright/core/compat'
export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core/types'
export type { JWT } from '@authwright/core/jwt'
export type { AuthHandler } from './v4/route-handler.ts'
export type { NextAuthOptions, NextAuthOptions as AuthOptions } from './v4/options.ts'
export { getToken } from './v4/session-claims.ts'
export {
  withAuth,
  type NextMiddlewareWithAuth,
  type NextRequestWithAuth,
  type WithAuthOptions,
} from './v4/with-auth.ts'
export { getServerSession, NextAuth }
export default NextAuth
