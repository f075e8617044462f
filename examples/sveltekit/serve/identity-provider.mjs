import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { runAsChild } from './child.mjs'

const users = [
  { id: 'ann', name: 'Ann Archer', email: 'ann@example.com' },
  { id: 'bo', name: 'Bo Baker', email: 'bo@example.com', emailVerified: false },
  // The demo has a user with this address and a password. An equal address does not prove that it is the same user.
  { id: 'dana', name: 'Dana Demo', email: 'demo@example.com' },
  { id: 'mallory', name: 'Mallory Mint', email: 'mallory@example.com' },
]

runAsChild(
  async (
    /** @type {{ port: number, client: import('@authwright/testing/identity-provider').Client }} */ { port, client },
  ) => {
    const provider = await startIdentityProvider({ port, clients: [client], users })
    return { url: provider.issuer, close: () => provider.close() }
  },
)
