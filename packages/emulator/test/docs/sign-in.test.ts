import { createAuth } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { emulated, startEmulator } from '@authwright/emulator'
import { openBrowser } from '@authwright/testing'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

const emulator = await startEmulator()
afterAll(() => emulator.close())

const auth = createAuth({
  providers: [emulated(GitHub(), emulator)],
  secret: randomBytes(32).toString('base64'),
  trustHost: true,
})

// The application is this handler; the emulator is on the network.
const isOwn = ({ url }: Request) => url.startsWith('http://localhost/')
const handler = (request: Request) => (isOwn(request) ? auth.handle(request) : fetch(request, { redirect: 'manual' }))

test('Ada signs in with GitHub', async () => {
  const browser = openBrowser({ handler })
  await browser.get('/auth/signin')
  await browser.submit({}, { press: 'GitHub', redirect: 'follow' })
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { name: 'Ada Lovelace' } })
})
