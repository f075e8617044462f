declare namespace App {
  interface PageData {
    session?: import('@auth/core/types').Session | null
  }
}

declare module '@auth/core/types' {
  interface Session {
    user: { id: string; name: string; email: string; role: 'reader' | 'librarian' }
    expires: string
  }
}
