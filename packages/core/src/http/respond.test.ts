import { expect, onTestFinished, test, vi } from 'vitest'
import { json } from '../web/handler-response.ts'
import { toInternal, toResponse } from './respond.ts'

/** A `Response` that keeps a given `Headers` object, as the class does that @hono/node-server installs. */
class KeepingResponse {
  readonly headers: Headers

  constructor(_body: unknown, { headers }: ResponseInit) {
    this.headers = headers instanceof Headers ? headers : new Headers(headers)
  }
}

test('sets the cookies of one response on no other, where the server has a Response of its own', () => {
  vi.stubGlobal('Response', KeepingResponse)
  onTestFinished(() => void vi.unstubAllGlobals())
  const cookie = { name: 'authwright.session-token', value: 'of Ann', options: {} }
  expect(toResponse(json(null, [cookie])).headers.getSetCookie()).toHaveLength(1)
  expect(toResponse(json(null)).headers.getSetCookie()).toEqual([])
  expect(toResponse({ status: 302, cookies: [cookie] }).headers.getSetCookie()).toHaveLength(1)
  expect(toResponse({ status: 302 }).headers.getSetCookie()).toEqual([])
})

test('a text that was written before is the body, and an object for a framework', async () => {
  const response = { ...json(undefined), text: '{"a":1}' }
  expect(await toResponse(response).json()).toEqual({ a: 1 })
  expect(toInternal(response)).toMatchObject({ status: 200, body: { a: 1 } })
  expect(toInternal(response)).not.toHaveProperty('text')
})
