import type { DefaultSession } from '@authwright/sveltekit'

declare module '@authwright/sveltekit' {
  interface Session extends DefaultSession {
    tenant?: 'a' | 'b'
  }
  interface User {
    role?: 'admin' | 'guest'
  }
  interface Account {
    region?: 'eu' | 'us'
  }
  interface Profile {
    employee?: 1 | 2
  }
}

declare module '@authwright/core/jwt' {
  interface JWT {
    role?: 'admin' | 'guest'
  }
}

declare module '@authwright/sveltekit/adapters' {
  interface AdapterUser {
    plan?: 'free' | 'paid'
  }
}

declare module '@authwright/sveltekit/providers' {
  interface CredentialInput {
    hint?: 'short' | 'long'
  }
}
