import 'next-auth'

declare module 'next-auth' {
  interface Session {
    provider?: unknown
    nickname?: string | undefined
  }
}
