import { CredentialsSignin, customFetch, ExpressAuth, getSession } from '@auth/express'
import Credentials from '@auth/express/providers/credentials'
import Google from '@auth/express/providers/google'
import Resend from '@auth/express/providers/resend'
import WebAuthn from '@auth/express/providers/webauthn'
import express from 'express'
import { makeConfig } from '../config.ts'
import { adjust } from '../adjust.ts'

const config = adjust(makeConfig({ Credentials, CredentialsSignin, Google, Resend, WebAuthn, customFetch }))
const app = express()
app.set('trust proxy', true)
app.use('/auth', ExpressAuth(config))
app.get('/whoami', async (request, response) => void response.json(await getSession(request, config)))
app.get('/members', async (request, response) => {
  const session = await getSession(request, config)
  if (session === null) response.status(401).send('Unauthorized')
  else response.send('members')
})
app.use(express.static('pages/built'))
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`listening on ${address?.port};`)
})
