import type { AuthConfig, Session } from '@auth/core/types'
import type { Adapter } from '@auth/core/adapters'
import { getToken } from '@auth/core/jwt'
import { ExpressAuth, type ExpressAuthConfig, getSession } from '@auth/express'
import GitHub from '@auth/express/providers/github'
import type { SvelteKitAuthConfig } from '@auth/sveltekit'
import { type AuthUser, initAuthConfig } from '@hono/auth-js'
import type { RequestHandler } from 'express'
import NextAuth, { AuthError, type NextAuthConfig, type User } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import Google, { type GoogleProfile } from 'next-auth/providers/google'
import Keycloak from 'next-auth/providers/keycloak'
import { adjust } from './adjust.ts'

declare module '@auth/core/jwt' {
  interface JWT {
    team?: string
  }
}

/* Compiled only: where applications name the types of an integration, with the types of both engines. */

const config = {
  providers: [GitHub, Google({ clientId: 'id', clientSecret: 'secret' }), Keycloak({ issuer: 'https://id.example' })],
  callbacks: {
    jwt: ({ token, profile }) => {
      if (profile) token.team = (profile as GoogleProfile).hd
      return token
    },
    session: ({ session, token }) => {
      session.user.id = token.sub ?? ''
      return session
    },
  },
} satisfies AuthConfig

export const forExpress: ExpressAuthConfig = adjust(config)
export const forNext: NextAuthConfig = { ...adjust(config), callbacks: { authorized: ({ auth }) => auth !== null } }
export const forSvelteKit: SvelteKitAuthConfig = adjust(config)
export const handler: RequestHandler = ExpressAuth(forExpress)
export const { auth, handlers } = NextAuth(() => adjust({ ...config, adapter }))
export const configFromContext = initAuthConfig((context) => ({ ...forExpress, secret: String(context.env) }))

declare const adapter: Adapter
declare const incoming: Parameters<typeof getSession>[0]
declare const signedIn: AuthUser

export const read = async (request: Request): Promise<readonly [string, Session | null, User | undefined]> => {
  const token: JWT | null = await getToken({ req: request, secret: 'secret' })
  const session: Session | null = await getSession(incoming, forExpress)
  const current = (await auth())?.user ?? signedIn.session.user
  return [token?.team ?? '', session, current]
}

export const messageOf = (error: unknown): string => (error instanceof AuthError ? error.type : 'Unknown')
