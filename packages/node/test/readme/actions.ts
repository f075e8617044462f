import { AuthError } from '@authwright/node'
import { ExpressAuth } from '@authwright/node/express'
import { Router, urlencoded } from 'express'

const auth = ExpressAuth({ providers: [] })

export const router = Router()
router.post('/login', urlencoded({ extended: false }), async (request, response) => {
  const { username, password } = request.body
  try {
    response.redirect(
      await auth.signIn(request, response, 'password', { fields: { username, password }, redirectTo: '/' }),
    )
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    response.status(403).send(error.type)
  }
})
router.post('/logout', async (request, response) => {
  response.redirect(await auth.signOut(request, response))
})
