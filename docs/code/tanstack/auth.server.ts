import GitHub from '@authwright/core/providers/github'
import { TanStackAuth } from '@authwright/tanstack-start'

export const { middleware, auth, requireUser } = TanStackAuth({ providers: [GitHub] })
