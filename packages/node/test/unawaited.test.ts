import { openBrowser } from '@authwright/testing'
import { expect, test } from 'vitest'
import { fastify } from './subjects/fastify.ts'
import { koa } from './subjects/koa.ts'
import { nestFastify } from './subjects/nestjs.ts'

test.each([koa, fastify, nestFastify])(
  '$name sends the renewed cookie with a response that did not wait for the session',
  async ({ start }) => {
    const { origin, stop } = await start({ renewsAlways: true, isSlow: true })
    try {
      const browser = openBrowser({ origin })
      await browser.post('/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
      const { headers, body } = await browser.get('/unawaited')
      expect(body).toBe('sent')
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^authwright\.session-token=/)])
    } finally {
      await stop()
    }
  },
)
