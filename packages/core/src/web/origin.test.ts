import { describe, expect, test } from 'vitest'
import { decideProvenance, readLastValue, readOrigin } from './origin.ts'

const OWN = 'https://app.example.com'

describe('the provenance of a request', () => {
  test.each([
    [{}, 'unknown'],
    [{ origin: OWN }, 'same-origin'],
    [{ 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    [{ 'sec-fetch-site': 'none' }, 'unknown'],
    [{ origin: OWN, 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    [{ origin: OWN, 'sec-fetch-site': 'cross-site' }, 'foreign'],
    [{ origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, 'foreign'],
    [{ origin: 'null' }, 'foreign'],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 'foreign'],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    [{ origin: 'http://app.example.com' }, 'foreign'],
    [{ origin: 'https://app.example.com.evil.test' }, 'foreign'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign'],
  ] as const)('%j is %s', (headers, provenance) => {
    expect(decideProvenance(new Headers(headers), OWN)).toBe(provenance)
  })
})

describe('a host', () => {
  test.each([
    ['https', 'app.example.com', OWN],
    ['https:', 'APP.example.com', OWN],
    ['http', 'localhost:5173', 'http://localhost:5173'],
    ['https', 'app.example.com:443', OWN],
    ['http', '[::1]:80', 'http://[::1]'],
    ['http', 'my_service:3000', 'http://my_service:3000'],
    ['http', 'app.example.com.', 'http://app.example.com.'],
  ])('%s and %s have the origin %s', (protocol, host, origin) => {
    expect(readOrigin(protocol, host)).toBe(origin)
  })

  test.each([
    ['https', 'app.example.com:80@evil.test'],
    ['https', 'app.example.com#'],
    ['https', 'app.example.com/'],
    ['https', 'evil.test, app.example.com'],
    ['https', ''],
    ['https', 'app.example.com:99999'],
    ['https', 'user@app.example.com'],
    ['https', 'app..example.com'],
    ['https', 'a'.repeat(10_000)],
    ['https', 'app.example.com\r\nx: y'],
    ['javascript', 'app.example.com'],
    ['', 'app.example.com'],
  ])('%s and %j have no origin', (protocol, host) => {
    expect(readOrigin(protocol, host)).toBeUndefined()
  })

  test('of a forwarding header is the last value', () => {
    expect(readLastValue('evil.test, app.example.com')).toBe('app.example.com')
  })
})
