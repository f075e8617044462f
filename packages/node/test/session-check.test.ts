import { get } from 'node:http'
import { openBrowser } from '@authwright/testing'
import { expect, test, vi } from 'vitest'
import { nodeHttp } from './subjects/node.ts'

/** The body of a response, read without a `Request` or `Response`. */
const read = (url: string, cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { cookie }, agent: false }, (response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => resolve(body)).on('error', reject)
    }).on('error', reject)
  })

test.each([false, true])(
  'a session check makes no Request, Response or Headers (renewal: %s)',
  async (renewsAlways) => {
    const { origin, stop } = await nodeHttp.start({ renewsAlways })
    try {
      const browser = openBrowser({ origin })
      await browser.post('/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
      const cookie = browser.jar.header(new URL(origin))
      for (const name of ['Request', 'Response', 'Headers']) {
        const Throwing = function throwing() {
          throw new Error(`A ${name} was made`)
        }
        vi.stubGlobal(name, Throwing)
      }
      expect(JSON.parse(await read(`${origin}/api/me`, cookie))).toMatchObject({ user: { name: 'ada' } })
    } finally {
      vi.unstubAllGlobals()
      await stop()
    }
  },
)
