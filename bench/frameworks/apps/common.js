// What the applications have in common. It is copied into each of them.
export const client = { clientId: 'client-id', clientSecret: 'client-secret' }
export const credentials = { credentials: {}, authorize: () => null }
export const plainSession = { user: { name: 'Ada Lovelace' } }

/** The same for both libraries. The variable is not AUTH_SECRET, because each library would read that itself. */
export const common = {
  secret: process.env.BENCH_SECRET,
  trustHost: true,
  basePath: '/auth',
  logger: { error: () => {}, warn: () => {}, debug: () => {} },
  callbacks: { jwt: ({ token }) => token, session: ({ session }) => session },
  events: { session: () => {} },
}
