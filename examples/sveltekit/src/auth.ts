import { getRequestEvent } from '$app/server'
import { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER, SMTP_URL } from '$app/env/private'
import type { RequestEvent } from '@sveltejs/kit'
import { SvelteKitAuth } from '@authwright/sveltekit'
import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import Credentials from '@authwright/sveltekit/providers/credentials'
import Passkey from '@authwright/sveltekit/providers/passkey'
import Nodemailer from '@authwright/sveltekit/providers/nodemailer'
import { note } from '#lib/server/activity.ts'
import { adapter } from '#lib/server/database.ts'
import { readDisplayName } from '#lib/server/display-name.ts'
import { checkSignIn } from '#lib/server/sign-in-policy.ts'
import { deleteUserData, findByPassword } from '#lib/server/users.ts'
import { STRATEGY_COOKIE, readStrategy } from '#lib/strategy.ts'

type Options = Required<SvelteKitAuthConfig>

const providers = (): Options['providers'] => [
  {
    id: 'demo-oidc',
    name: 'Demo OpenID',
    type: 'oidc',
    issuer: OIDC_ISSUER,
    trustAllEmails: true,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
  },
  Nodemailer({ server: SMTP_URL, from: 'Authwright demo <demo@example.com>', mode: 'both' }),
  // Devices show this name. The relying party id is the domain of the application.
  Passkey({ relayingParty: { name: 'Authwright demo' } }),
  Credentials({
    name: 'password',
    credentials: {
      email: { label: 'Email', type: 'email', autocomplete: 'username', required: true },
      password: { label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
    },
    authorize: ({ email, password }) =>
      typeof email === 'string' && typeof password === 'string' ? findByPassword(email, password) : null,
  }),
]

/** Handles `update({ name })` of the browser, for both strategies. */
const rename = async (id: string | undefined, data: unknown): Promise<string | undefined> => {
  const name = readDisplayName(data)
  if (id === undefined || name === undefined) return undefined
  await adapter.updateUser({ id, name })
  note(id, 'Display name changed')
  return name
}

const callbacks: Options['callbacks'] = {
  signIn: ({ user }) => checkSignIn(user.email),

  // With this callback, users can delete their account at /auth/account.
  deleteUser: ({ user }) => {
    deleteUserData(user.id)
    return true
  },

  // Strategy `jwt`: the return value is the content of the encrypted cookie.
  jwt: async ({ token, trigger, session }) => {
    const name = trigger === 'update' ? await rename(token.sub, session) : undefined
    return name === undefined ? token : { ...token, name }
  },

  // The return value is what the browser gets.
  session: async ({ session, user, token, trigger, newSession }) => {
    // With the strategy `database` there is a user, with `jwt` a token.
    const stored: typeof user | undefined = user
    const id = stored?.id ?? token.sub
    const name = trigger === 'update' && stored !== undefined ? await rename(id, newSession) : undefined
    if (id !== undefined) session.user.id = id
    if (name !== undefined) session.user.name = name
    return session
  },
}

const events: Options['events'] = {
  createUser: ({ user }) => note(user.id, 'Account created'),
  linkAccount: ({ user, account }) => note(user.id, `Account at ${account.provider} linked`),
  unlinkAccount: ({ user, account }) => note(user.id, `Account at ${account.provider} unlinked`),
  updateUser: ({ user }) => note(user.id, 'Email address verified'),
  signIn: ({ user, account }) => {
    note(user.id, `Signed in with ${account?.provider}`)
    getRequestEvent().locals.signedInBy = account?.provider
  },
  signOut: (ended) => note('token' in ended ? ended.token?.sub : ended.session?.userId, 'Signed out'),
}

const configs = () => {
  const shared = {
    providers: providers(),
    adapter,
    callbacks,
    events,
    experimental: { enableWebAuthn: true },
    // The pages of this demo have the colors of the built-in pages (app.css).
    theme: { name: 'Authwright demo', logo: '/favicon.svg', favicon: '/favicon.svg' },
  }
  return {
    database: { ...shared, session: { strategy: 'database' } },
    jwt: {
      ...shared,
      session: { strategy: 'jwt' },
      // A cookie of its own, so that the switch on the front page keeps the session of the other strategy.
      cookies: { sessionToken: { name: 'authwright.jwt-session' } },
    },
  } satisfies Record<string, SvelteKitAuthConfig>
}

let created: ReturnType<typeof configs> | undefined

/** The config with the strategy that this browser has chosen. */
export const configOf = (event: RequestEvent): SvelteKitAuthConfig => {
  created ??= configs()
  return created[readStrategy(event.cookies.get(STRATEGY_COOKIE))]
}

// A function, because each browser of this demo chooses its session strategy. Most applications pass an object.
export const { handle, signIn, signOut } = SvelteKitAuth(configOf)
