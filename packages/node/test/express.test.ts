import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ExpressAuth, type ExpressRequest } from '@authwright/node/express'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'

const auth = ExpressAuth({
  providers: [],
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
})

const read = async (application: express.Express): Promise<unknown> => {
  const server = application.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/read`)
  return response.json()
}

test('middleware after it may set `request.auth` of its own', async () => {
  const application = express().use(auth)
  application.use((request: ExpressRequest, _response, next) => {
    request.auth = () => Promise.resolve({ user: { name: 'Of another library' }, expires: '2030-01-01' })
    next()
  })
  application.get('/read', async (request, response) => response.json(await request.auth()))
  expect(await read(application)).toMatchObject({ user: { name: 'Of another library' } })
})
