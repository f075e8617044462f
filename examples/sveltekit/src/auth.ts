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
import { mayEnter } from '#lib/server/door.ts'
import { findByPassword } from '#lib/server/people.ts'
import { STRATEGY_COOKIE, readStrategy } from '#lib/strategy.ts'

type Options = Required<SvelteKitAuthConfig>

const providers = (): Options['providers'] => [
  {
    id: 'demo-oidc',
    name: 'Demo OpenID',
    type: 'oidc',
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
  },
  Nodemailer({ server: SMTP_URL, from: 'Authwright demo <gate@example.com>', mode: 'both' }),
  // The name is what the device shows; whose keys they are follows from the address of the site.
  Passkey({ relayingParty: { name: 'Authwright demo' } }),
  Credentials({
    name: 'password',
    credentials: {
      email: { label: 'E-mail', type: 'email', autocomplete: 'username', required: true },
      password: { label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
    },
    authorize: ({ email, password }) =>
      typeof email === 'string' && typeof password === 'string' ? findByPassword(email, password) : null,
  }),
]

/** What both strategies do when a browser calls `update({ name })`. */
const rename = async (id: string | undefined, data: unknown): Promise<string | undefined> => {
  const name = readDisplayName(data)
  if (id === undefined || name === undefined) return undefined
  await adapter.updateUser({ id, name })
  note(id, 'Changed the display name')
  return name
}

const callbacks: Options['callbacks'] = {
  signIn: ({ user }) => mayEnter(user.email),

  // Sessions as sealed cookies pass through here: what is returned is what the cookie holds.
  jwt: async ({ token, trigger, session }) => {
    const name = trigger === 'update' ? await rename(token.sub, session) : undefined
    return name === undefined ? token : { ...token, name }
  },

  // Every session passes through here: what is returned is what the browser may see.
  session: async ({ session, user, token, trigger, newSession }) => {
    // A session in the database comes with its user, a sealed one with its token.
    const stored: typeof user | undefined = user
    const id = stored?.id ?? token.sub
    const name = trigger === 'update' && stored !== undefined ? await rename(id, newSession) : undefined
    if (id !== undefined) session.user.id = id
    if (name !== undefined) session.user.name = name
    return session
  },
}

const events: Options['events'] = {
  createUser: ({ user }) => note(user.id, 'Became known here'),
  linkAccount: ({ user, account }) => note(user.id, `Linked an account at ${account.provider}`),
  unlinkAccount: ({ user, account }) => note(user.id, `Took away an account at ${account.provider}`),
  updateUser: ({ user }) => note(user.id, 'Proved the e-mail address'),
  signIn: ({ user, account }) => {
    note(user.id, `Signed in by ${account?.provider}`)
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
    pages: { verifyRequest: '/check-mail' },
    theme: { brandColor: '#1d4a3f', buttonText: '#ffffff', logo: '/favicon.svg' },
  }
  return {
    database: { ...shared, session: { strategy: 'database' } },
    jwt: {
      ...shared,
      session: { strategy: 'jwt' },
      // Its own cookie, so that the switch on the front page leaves the session of the other kind alone.
      cookies: { sessionToken: { name: 'authwright.sealed-session' } },
    },
  } satisfies Record<string, SvelteKitAuthConfig>
}

let made: ReturnType<typeof configs> | undefined

/** The config of the strategy that this browser chose. */
export const configOf = (event: RequestEvent): SvelteKitAuthConfig => {
  made ??= configs()
  return made[readStrategy(event.cookies.get(STRATEGY_COOKIE))]
}

// A function, because this demo lets each browser choose where its session lives. Most sites pass the object itself.
export const { handle, signIn, signOut } = SvelteKitAuth(configOf)
