import { configure } from '@authwright/client'

export * from '@authwright/client'
export { SessionContext, SessionProvider, useSession } from '@authwright/client/solid'
export type { SessionOptions, SolidSession } from '@authwright/client/solid'

// The default of `SolidStartAuth`. `SessionProvider` takes another one.
configure({ basePath: '/api/auth' })
