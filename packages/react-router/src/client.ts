export * from '@authwright/client'
export { SessionContext, SessionProvider, useSession } from '@authwright/client/react'
export type { SessionContextValue, SessionProviderProps, UseSessionOptions } from '@authwright/client/react'
