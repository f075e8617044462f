import '@auth/core/types'
import '@auth/core/jwt'

type Role = 'clerk' | 'manager'

declare module '@auth/core/types' {
  interface User {
    role?: Role
  }

  interface Session {
    user: { id: string; name: string; role: Role }
  }
}

declare module '@auth/core/jwt' {
  interface JWT {
    role?: Role
  }
}
