import { ElysiaAuth } from '@authwright/web/elysia'
import { Elysia } from 'elysia'
import { authConfig } from './auth.config.ts'

const app = new Elysia()
  .use(ElysiaAuth(authConfig))
  .get('/', async ({ auth }) => {
    const session = await auth()
    return { user: session?.user ?? null }
  })
  .get('/account', () => 'Only for signed-in users', { signedIn: true })

app.listen(process.env.PORT ?? 3000, ({ url }) => console.log(url.href))
