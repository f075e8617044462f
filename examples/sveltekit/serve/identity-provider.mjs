import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { beChild } from './child.mjs'

const people = [
  { id: 'ann', name: 'Ann Archer', email: 'ann@example.com' },
  { id: 'bo', name: 'Bo Baker', email: 'bo@example.com', emailVerified: false },
  // She has a password at the demo. The same address is no proof that she is the same person.
  { id: 'dana', name: 'Dana Demo', email: 'demo@example.com' },
  { id: 'mallory', name: 'Mallory Mint', email: 'mallory@example.com' },
]

beChild(
  async (
    /** @type {{ port: number, client: import('@authwright/testing/identity-provider').Client }} */ { port, client },
  ) => {
    const provider = await startIdentityProvider({ port, clients: [client], people })
    return { url: provider.issuer, close: () => provider.close() }
  },
)
