// What applications write for @auth/sveltekit on the server.
import { AuthError, CredentialsSignin, customFetch, SvelteKitAuth } from '@authwright/sveltekit'
import type { Account, DefaultSession, Profile, Session, SvelteKitAuthConfig, User } from '@authwright/sveltekit'
import type { Adapter, AdapterAccountType } from '@authwright/sveltekit/adapters'
import type { Provider } from '@authwright/sveltekit/providers'
import Credentials from '@authwright/sveltekit/providers/credentials'
import GitHub from '@authwright/sveltekit/providers/github'
import type { GitHubProfile } from '@authwright/sveltekit/providers/github'
import Google from '@authwright/sveltekit/providers/google'
import type { Actions, RequestEvent } from '@sveltejs/kit'

export type Reexported = [Account, Adapter, AdapterAccountType, DefaultSession, GitHubProfile, Profile, User]

const providers: Provider[] = [GitHub, Credentials({ authorize: () => null })]

const config: SvelteKitAuthConfig = {
  providers,
  trustHost: true,
  callbacks: {
    jwt: ({ token, user, profile }) => ({
      ...token,
      id: user?.id,
      locale: profile?.locale,
    }),
    session: ({ session }) => session,
  },
}

export const { handle, signIn, signOut } = SvelteKitAuth(config)
export const lazy = SvelteKitAuth(async (event) => ({
  providers: [Google({ clientId: event.url.host, [customFetch]: event.fetch }), GitHub],
  secret: 'secret',
}))

export const actions: Actions = { default: signIn, signOut }

export const load = async ({ locals }: RequestEvent): Promise<{ session: Session | null; name: string }> => {
  const session = await locals.auth()
  return { session, name: session?.user?.name ?? 'guest' }
}

export const failureOf = (error: unknown): string | undefined => {
  if (error instanceof CredentialsSignin) return error.code
  return error instanceof AuthError ? error.type : undefined
}
