import { expect, test } from 'vitest'
import { refuseMalformedHost } from '../../src/framework.ts'

const request = (host?: string) => ({
  url: 'https://app.example.com/',
  headers: new Headers(host === undefined ? {} : { host }),
})

test.each([
  'app.example.com',
  'app.example.com:8080',
  'localhost',
  'my_service:3000',
  'app.example.com.',
  '[::1]:3000',
  undefined,
])('accepts the host %s', (host) => {
  expect(refuseMalformedHost(request(host))).toBeUndefined()
})

test.each(['evil.test/x', 'user@evil.test', 'evil.test?x', 'evil.test:99999', 'a.test, evil.test', ''])(
  'responds with 400 to the host "%s"',
  (host) => {
    expect(refuseMalformedHost(request(host))?.status).toBe(400)
  },
)

test.each(['/auth/session', 'http://user@app.example.com/'])('responds with 400 to the address "%s"', (url) => {
  expect(refuseMalformedHost({ url, headers: new Headers() })?.status).toBe(400)
})
