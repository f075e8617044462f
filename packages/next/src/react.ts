'use client'

import { configure } from '@authwright/client'
import { defaultBasePath } from './config.ts'

export {
  getCsrfToken,
  getProviders,
  getSession,
  SessionContext,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from '@authwright/client/react'
export type * from '@authwright/client/react'

// The default of `NextAuth`. `SessionProvider` takes another one.
configure({ basePath: defaultBasePath() })
