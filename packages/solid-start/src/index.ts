export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export { customFetch } from '@authwright/core'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
export type { AccessCheck, SessionOf, SignedInSession } from '@authwright/core/framework'
export { SolidStartAuth } from './solid-start-auth.ts'
export type {
  ConfigSource,
  RequireUserOptions,
  SolidStartAuthConfig,
  SolidStartAuthResult,
} from './solid-start-auth.ts'
export { getSession, SolidAuth } from './authjs-names.ts'
export type { GetSessionResult, SolidAuthConfig } from './authjs-names.ts'
