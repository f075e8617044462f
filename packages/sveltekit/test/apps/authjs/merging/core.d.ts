declare module '@authwright/core' {
  interface Session {
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

declare module '@authwright/core/adapters' {
  interface AdapterUser {
    plan?: 'free' | 'paid'
  }
}

declare module '@authwright/core/providers' {
  interface CredentialInput {
    hint?: 'short' | 'long'
  }
}

export {}
