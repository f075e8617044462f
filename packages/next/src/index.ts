import { NextAuth } from './next-auth.ts'

export { customFetch, relatedOrigins } from '@authwright/core'
export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SigninProps } from '@authwright/core'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core/types'
export type { JWT } from '@authwright/core/jwt'
export type { AccessCheck, AuthorizationParams, SessionOf, SignedInSession } from '@authwright/core/framework'
// TypeScript merges `declare module '@authwright/next/adapters'` only if the program contains that entry point.
export type {} from './adapters.ts'
export type {} from './providers/index.ts'
export type { ActionFunctions, PageQuery, RedirectOptions } from './actions.ts'
export type { AuthorizedParams, ConfigSource, NextAuthConfig, ProxyCallbacks, AccessDecision } from './config.ts'
export type { NextAuthRequest } from './proxy.ts'
export type { AuthFunction, NextAuthResult } from './next-auth.ts'
export { NextAuth }
export default NextAuth
