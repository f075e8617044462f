import { createAuth } from '@authwright/core'
import { config } from './config.ts'

const auth = createAuth(config)

/** The name of the signed-in user. */
export const nameOf = async (request: Request): Promise<string | null | undefined> =>
  (await auth.session(request)).session?.user?.name
