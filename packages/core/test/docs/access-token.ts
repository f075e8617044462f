import { openProviderTokens, sealProviderTokens } from '@authwright/core/provider-tokens'
import { adapter, client, secret, tokenEndpoint } from './google.ts'

/** Returns an access token for a user's Google account that is valid for at least one more minute. */
export const getAccessToken = async (userId: string): Promise<string | undefined> => {
  const rows = await adapter.listAccounts(userId)
  const row = rows.find(({ provider }) => provider === 'google')
  if (row === undefined) return undefined
  const account = await openProviderTokens(row, { secret })
  if (!account.refresh_token || (account.expires_at ?? 0) > Date.now() / 1000 + 60) return account.access_token
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ ...client, grant_type: 'refresh_token', refresh_token: account.refresh_token }),
  })
  if (!response.ok) return undefined // the user must sign in at Google again; store the new tokens as shown below
  const { access_token, expires_in, refresh_token = account.refresh_token } = await response.json()
  const { provider, providerAccountId } = account
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  const renewed = { provider, providerAccountId, access_token, refresh_token, expires_at }
  await adapter.updateAccount(await sealProviderTokens(renewed, { secret }))
  return access_token
}
