import type { DefaultSession } from '@auth/sveltekit'

declare module '@auth/sveltekit' {
  interface Session {
    user: { id: string } & DefaultSession['user']
    backendToken?: string
    error?: 'RefreshFailed'
  }
}

declare module '@auth/core/jwt' {
  interface JWT {
    backendToken?: string
    backendRefreshToken?: string
    /** In milliseconds. */
    backendExpires?: number
    error?: 'RefreshFailed'
  }
}

declare global {
  namespace App {
    interface PageData {
      session?: import('@auth/sveltekit').Session | null
    }
  }
}

export {}
