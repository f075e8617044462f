import { FetchAuth } from '@authwright/web'
import { authConfig } from './auth.config.ts'

const { wrap } = FetchAuth(authConfig)

export default {
  fetch: wrap(async (request, { auth, requireUser }) => {
    if (new URL(request.url).pathname === '/account') {
      await requireUser()
      return new Response('Only for signed-in users')
    }
    const session = await auth()
    return Response.json({ user: session?.user ?? null })
  }),
}
