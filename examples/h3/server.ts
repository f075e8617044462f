import { H3Auth } from '@authwright/web/h3'
import { H3, serve } from 'h3'
import { authConfig } from './auth.config.ts'

const auth = H3Auth(authConfig)

const app = new H3()
app.use(auth)
app.get('/', async (event) => {
  const session = await auth.auth(event)
  return { user: session?.user ?? null }
})
app.get('/account', () => 'Only for signed-in users', { middleware: [auth.protect()] })

serve(app)
