import GitHub from '@authwright/core/providers/github'
import { ExpressAuth } from '@authwright/node/express'
import express from 'express'

const auth = ExpressAuth({ providers: [GitHub] })

const app = express()
app.use(auth)
app.get('/', async (request, response) => {
  const session = await request.auth()
  response.send(session?.user?.name ?? 'Signed out')
})
app.get('/account', auth.protect(), (_request, response) => {
  response.send('Only for signed-in users')
})
export const server = app.listen(process.env.PORT ?? 3000)
