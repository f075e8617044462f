import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOp, type Op } from '../oauth/op.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import {
  fullLocation,
  location,
  setUpAuth,
  ORIGIN,
  type AuthSetup,
  type TestBrowser,
} from '@authwright/test-kit/auth-setup'

// A response that a provider posts through the browser comes from another site, so any site can post one like it.
const FROM_PROVIDER = { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' }
const CALLBACK = '/auth/callback/op'

let op: Op
let site: AuthSetup
let visitor: TestBrowser
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  site = setUpAuth({ providers: [oidc(op, { authorization: { params: { response_mode: 'form_post' } } })] })
  op.now = () => Math.floor(site.clock.now() / 1000)
  visitor = site.browser()
})

const begin = async (): Promise<URLSearchParams> => {
  const start = await visitor.post('/auth/signin/op', { callbackUrl: '/members' })
  return op.consent(new URL(fullLocation(start)))
}
const tokenCalls = (): number => op.paths().filter((path) => path === '/token').length

const send = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  site.auth.handle(
    new Request(ORIGIN + CALLBACK, {
      method: 'POST',
      body,
      headers: { cookie: visitor.header, ...FROM_PROVIDER, ...headers },
    }),
  )
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The fields of the repost page, which posts the response again from this site. */
const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  )

describe('a posted authorization response', () => {
  test('without Lax cookies is reposted from this site, and then signs in', async () => {
    const response = Object.fromEntries(await begin())
    const stranger = site.browser()
    const page = await stranger.post(CALLBACK, response, FROM_PROVIDER)
    expect(page.status).toBe(200)
    expect([...stranger.cookies]).toEqual([])
    const fields = fieldsOf(await page.text())
    expect(fields).toEqual(response)
    expect(location(await visitor.post(CALLBACK, fields))).toBe(`${ORIGIN}/members`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('with all cookies is reposted as well, because only a post of this site ends an attempt', async () => {
    const response = Object.fromEntries(await begin())
    const before = visitor.header
    const page = await visitor.post(CALLBACK, response, FROM_PROVIDER)
    expect(fieldsOf(await page.text())).toEqual(response)
    expect([visitor.header, tokenCalls()]).toEqual([before, 0])
    expect(location(await visitor.post(CALLBACK, response))).toBe(`${ORIGIN}/members`)
  })

  test('signs in once, although its body is sent again', async () => {
    const response = Object.fromEntries(await begin())
    const copies = Array.from({ length: 5 }, () => visitor.copy())
    expect(location(await visitor.post(CALLBACK, response))).toBe(`${ORIGIN}/members`)
    const session = await visitor.session()
    expect(location(await visitor.post(CALLBACK, response))).toContain('error=InvalidCheck')
    // If the browser kept its cookies, the provider rejects the used code.
    for (const copy of copies) {
      expect(location(await copy.post(CALLBACK, response))).toContain('error=OAuthCallbackError')
      expect(await copy.session()).toBeNull()
    }
    expect(await visitor.session()).toEqual(session)
  })

  test('is read up to 64 kB', async () => {
    const response = await begin()
    const fill = (bytes: number): string => {
      const filled = new URLSearchParams([...response, ['more', '']]).toString()
      return filled + 'x'.repeat(bytes - filled.length)
    }
    expect((await send(fill(65_536), FORM)).status).toBe(200)
    expect((await send(fill(65_537), FORM)).status).toBe(413)
    expect((await send(fill(10 * 2 ** 20), FORM)).status).toBe(413)
    expect((await send(fill(65_537), { ...FORM, origin: ORIGIN, 'sec-fetch-site': 'same-origin' })).status).toBe(413)
    expect(tokenCalls()).toBe(0)
  })

  test('is read up to a lower limit of the config', async () => {
    const small = setUpAuth({
      providers: [oidc(op, { authorization: { params: { response_mode: 'form_post' } } })],
      maxBodySize: 100,
    })
    const end = await small.browser().post(CALLBACK, { state: 'x'.repeat(100) }, FROM_PROVIDER)
    expect(end.status).toBe(413)
  })

  test('that never ends is canceled at 64 kB', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 4096
        controller.enqueue(new Uint8Array(4096).fill(120))
      },
    })
    const request = new Request(ORIGIN + CALLBACK, {
      method: 'POST',
      body: endless,
      headers: { cookie: visitor.header, ...FROM_PROVIDER, ...FORM },
      duplex: 'half',
    } as RequestInit)
    expect((await site.auth.handle(request)).status).toBe(413)
    expect(sent).toBeLessThan(100_000)
  })

  test('with files, or with another media type than a form, is refused', async () => {
    const files = new FormData()
    for (const [name, value] of await begin()) files.set(name, value)
    files.set('file', new File(['x'], 'x.html', { type: 'text/html' }))
    const text = new URLSearchParams(await begin()).toString()
    const bodies = [send(files), send(text, { 'content-type': 'text/plain' }), send(new Uint8Array([1]))]
    for (const end of await Promise.all(bodies)) {
      expect(end.status).toBe(400)
      expect(end.headers.get('set-cookie')).toBeNull()
    }
    expect(tokenCalls()).toBe(0)
  })

  test('without fields ends no attempt', async () => {
    await begin()
    expect(fieldsOf(await (await send('', FORM)).text())).toEqual({})
    expect(location(await visitor.post(CALLBACK))).toContain('error=InvalidCheck')
    expect(tokenCalls()).toBe(0)
  })

  test.each(['code', 'state', 'iss', 'error', 'scope', 'anything'])('with a repeated %s is refused', async (name) => {
    const response = await begin()
    response.append(name, response.get(name) ?? 'x')
    response.append(name, 'another')
    for (const from of [FROM_PROVIDER, { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }]) {
      expect((await send(response.toString(), { ...FORM, ...from })).status).toBe(400)
    }
    expect(tokenCalls()).toBe(0)
  })

  test('is refused for a provider with the response mode query', async () => {
    const plain = setUpAuth({ providers: [oidc(op)] })
    const browser = plain.browser()
    const url = new URL(fullLocation(await browser.post('/auth/signin/op')))
    const response = Object.fromEntries(op.consent(url))
    expect(location(await browser.post(CALLBACK, response, FROM_PROVIDER))).toContain('error=InvalidCheck')
    expect(location(await browser.post(CALLBACK, response))).toContain('error=InvalidCheck')
    expect(tokenCalls()).toBe(0)
  })

  test('is not read from the query', async () => {
    const response = await begin()
    expect(location(await visitor.get(`${CALLBACK}?${response}`))).toContain('error=InvalidCheck')
    expect((await visitor.post(`${CALLBACK}?${response}`, {})).status).toBe(302)
    expect(tokenCalls()).toBe(0)
  })
})
