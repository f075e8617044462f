import { SvelteKitAuth } from '@auth/sveltekit'
import Keycloak from '@auth/sveltekit/providers/keycloak'
import Nodemailer from '@auth/sveltekit/providers/nodemailer'
import Passkey from '@auth/sveltekit/providers/passkey'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs-lite'
import { env } from '$env/dynamic/private'

const storage = createStorage({ driver: fsDriver({ base: './data' }) })
const partners = ['https://partners.example.org']
const isEditor = (email?: string | null) => email?.endsWith('@example.org') ?? false

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter: UnstorageAdapter(storage),
  providers: [
    Keycloak({ allowDangerousEmailAccountLinking: true }),
    Nodemailer({ server: env.EMAIL_SERVER, from: 'newsroom@example.org' }),
    Passkey,
  ],
  experimental: { enableWebAuthn: true },
  pages: { signIn: '/login', error: '/login', verifyRequest: '/check-your-mail' },
  trustHost: true,
  callbacks: {
    signIn({ user, email }) {
      if (isEditor(user.email)) return true
      return email?.verificationRequest ? '/login?error=NotAnEditor' : false
    },
    redirect({ url, baseUrl }) {
      if (url.startsWith('/')) return `${baseUrl}${url}`
      const { origin } = new URL(url)
      return origin === baseUrl || partners.includes(origin) ? url : baseUrl
    },
    session({ session, user }) {
      if (session.user) session.user.id = user.id
      return session
    },
  },
})
