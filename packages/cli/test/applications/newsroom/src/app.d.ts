declare global {
  namespace App {
    interface PageData {
      session?: import('@auth/sveltekit').Session | null
    }
  }
}

declare module '@auth/sveltekit' {
  interface Session {
    user?: { id: string; name?: string | null; email?: string | null; image?: string | null }
  }
}

export {}
