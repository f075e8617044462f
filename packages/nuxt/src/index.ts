export { default, type AuthwrightOptions } from './nuxt-module.ts'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
