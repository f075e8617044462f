// A script: without an import or export, `declare module` is a module of its own, which replaces the one of the package.
declare module '@authwright/core/types' {
  interface Session {
    tenant: 'a' | 'b'
  }
}

declare module '@authwright/core/jwt' {
  interface JWT {
    role?: 'admin' | 'guest'
  }
}

declare module '@authwright/core/adapters' {
  interface AdapterUser {
    plan: 'free' | 'paid'
  }
}
