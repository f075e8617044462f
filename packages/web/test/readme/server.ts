import GitHub from '@authwright/core/providers/github'
import { FetchAuth } from '@authwright/web'

const { wrap } = FetchAuth({ providers: [GitHub] })

export const fetch = wrap(async (request, { auth, requireUser }) => {
  if (new URL(request.url).pathname === '/account') {
    const { user } = await requireUser()
    return new Response(`Only for ${user.name}`)
  }
  const session = await auth()
  return new Response(session?.user?.name ?? 'Signed out')
})
