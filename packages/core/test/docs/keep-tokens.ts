import type { AuthConfig } from '@authwright/core'
import { sealProviderTokens } from '@authwright/core/provider-tokens'
import { adapter, secret } from './google.ts'

/** Stores the tokens of every sign-in. By default the database keeps those of the first one. */
export const events: AuthConfig['events'] = {
  signIn: async ({ account }) => {
    if (account?.type !== 'oauth' && account?.type !== 'oidc') return
    const { provider, providerAccountId, access_token = '', expires_at = 0, refresh_token } = account
    const newer = { provider, providerAccountId, access_token, expires_at, ...(refresh_token && { refresh_token }) }
    await adapter.updateAccount(await sealProviderTokens(newer, { secret }))
  },
}
