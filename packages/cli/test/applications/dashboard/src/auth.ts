import { SvelteKitAuth, type SvelteKitAuthConfig } from '@auth/sveltekit'
import type { JWT } from '@auth/core/jwt'
import type { Provider } from '@auth/sveltekit/providers'
import Authentik from '@auth/sveltekit/providers/authentik'
import Keycloak from '@auth/sveltekit/providers/keycloak'
import { env } from '$env/dynamic/private'
import { exchange, refresh } from '$lib/server/backend'

const providers: Provider[] = [
  Keycloak,
  Authentik({ clientId: env.PARTNERS_ID, clientSecret: env.PARTNERS_SECRET, issuer: env.PARTNERS_ISSUER }),
]

export const providerMap = providers.map((provider) => {
  const { id, name } = typeof provider === 'function' ? provider() : provider
  return { id, name }
})

const withTokens = (token: JWT, issued: Awaited<ReturnType<typeof refresh>>): JWT => ({
  ...token,
  backendToken: issued.token,
  backendRefreshToken: issued.refreshToken,
  backendExpires: Date.now() + issued.expiresIn * 1000,
  error: undefined,
})

export const { handle, signIn, signOut } = SvelteKitAuth(async (event) => {
  const config: SvelteKitAuthConfig = {
    providers,
    secret: env.AUTH_SECRET,
    session: { strategy: 'jwt' },
    trustHost: true,
    pages: { signIn: '/login', error: '/login' },
    callbacks: {
      async jwt({ token, account }) {
        if (account?.id_token) return withTokens(token, await exchange(account.id_token))
        if (!token.backendRefreshToken || Date.now() < (token.backendExpires ?? 0)) return token
        try {
          return withTokens(token, await refresh(token.backendRefreshToken))
        } catch {
          return { ...token, error: 'RefreshFailed' as const }
        }
      },
      async session({ session, token }) {
        if (token.sub) session.user.id = token.sub
        session.backendToken = token.backendToken
        session.error = token.error
        return session
      },
    },
    debug: event.url.searchParams.has('debug'),
  }
  return config
})
