import GitHub from '@authwright/core/providers/github'
import { H3Auth } from '@authwright/web/h3'
import { H3 } from 'h3'

const auth = H3Auth({ providers: [GitHub] })

const app = new H3()
app.use(auth)
app.get('/', async (event) => {
  const session = await auth.auth(event)
  return session?.user?.name ?? 'Signed out'
})
app.get('/account', () => 'Only for signed-in users', { middleware: [auth.protect()] })

export const { fetch } = app
