import { ExpressAuth } from '@authwright/node/express'
import express from 'express'
import { authConfig } from './auth.config.ts'

const auth = ExpressAuth(authConfig)

const app = express()
app.use(auth)
app.get('/', async (request, response) => {
  const session = await request.auth()
  response.json({ user: session?.user ?? null })
})
app.get('/account', auth.protect(), (_request, response) => {
  response.send('Only for signed-in users')
})

const port = process.env.PORT ?? 3000
app.listen(port, (error) => {
  if (error) throw error
  console.log(`http://localhost:${port}`)
})
