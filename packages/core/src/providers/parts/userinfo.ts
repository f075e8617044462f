import type { UserinfoEndpointHandler } from '../../types/providers.ts'
import { readObject } from './answers.ts'
import { readClient } from './client.ts'

/** Asks for the profile with `Authorization: OAuth <token>`, a scheme older than the Bearer of RFC 6750. */
export const askByOAuthScheme =
  (name: string): NonNullable<UserinfoEndpointHandler['request']> =>
  async ({ tokens, provider, fetch }) => {
    const headers = { accept: 'application/json', authorization: `OAuth ${tokens.access_token ?? ''}` }
    return readObject(name, await fetch(readClient(provider).userinfoUrl, { headers }))
  }
