import { createAuth, setEnvDefaults } from '@authwright/core'
import { config } from './delete-later.ts'

setEnvDefaults(process.env, config)
const auth = createAuth(config)
const secret = process.env['CRON_SECRET'] ?? ''

/** The scheduler of the platform requests this once a day, with the secret. */
export const GET = async (request: Request): Promise<Response> => {
  if (secret === '' || request.headers.get('authorization') !== `Bearer ${secret}`)
    return new Response(null, { status: 401 })
  return Response.json(await auth.deleteDueUsers())
}
