export { authwright as default, type AuthwrightOptions } from './integration.ts'
export { defineConfig, type AstroAuthConfig, type ConfigSource } from './config.ts'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
