import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { SvelteKitAuth } from '@auth/sveltekit'
import Keycloak from '@auth/sveltekit/providers/keycloak'
import { db } from '$lib/server/db'
import { accounts, sessions, users, verificationTokens } from '$lib/server/db/schema'

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter: DrizzleAdapter(db, {
    usersTable: users,
    accountsTable: accounts,
    sessionsTable: sessions,
    verificationTokensTable: verificationTokens,
  }),
  providers: [Keycloak],
  session: { strategy: 'database', maxAge: 60 * 60 * 24 * 14 },
  trustHost: true,
  callbacks: {
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, role: (user as typeof users.$inferSelect).role },
    }),
  },
})
