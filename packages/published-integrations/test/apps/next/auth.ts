import NextAuth, { CredentialsSignin, customFetch } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import Google from 'next-auth/providers/google'
import Resend from 'next-auth/providers/resend'
import { adjust } from '../adjust.ts'
import { makeConfig } from '../config.ts'

const config = adjust(makeConfig({ Credentials, CredentialsSignin, Google, Resend, customFetch }))

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  ...config,
  callbacks: {
    ...config.callbacks,
    authorized: ({ auth: session, request }) => session !== null || request.nextUrl.pathname !== '/members',
  },
})
