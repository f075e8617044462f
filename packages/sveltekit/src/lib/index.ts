export { customFetch, relatedOrigins } from '@authwright/core'
export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'
// TypeScript merges `declare module '@authwright/sveltekit/adapters'` only if the program contains that entry point.
export type {} from './adapters.ts'
export type {} from './providers/index.ts'
export { SvelteKitAuth } from './sveltekit-auth.ts'
export type { SvelteKitAuthResult } from './sveltekit-auth.ts'
export type { ActionSuccess, ConfigSource, HandleInput, SignInFailure, SvelteKitAuthConfig } from './types.ts'
