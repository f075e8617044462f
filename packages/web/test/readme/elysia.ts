import GitHub from '@authwright/core/providers/github'
import { ElysiaAuth } from '@authwright/web/elysia'
import { Elysia } from 'elysia'

const app = new Elysia()
  .use(ElysiaAuth({ providers: [GitHub] }))
  .get('/', async ({ auth }) => {
    const session = await auth()
    return session?.user?.name ?? 'Signed out'
  })
  .get('/account', () => 'Only for signed-in users', { signedIn: true })

export const { fetch } = app
