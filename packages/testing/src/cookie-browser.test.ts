import { describe, expect, test } from 'vitest'
import { openBrowser } from './cookie-browser.ts'

const page = `<h1>Sign in</h1>
<form action="/first"><input name="q" value="1"></form>
<form method="post" action="/second?a=1&amp;b=2"><input type=hidden name='csrf' value="x&quot;y">
<input name="email" type="email"><input type="checkbox" name="stay"><input type="checkbox" name="on" checked>
<button name="who" value="ada">As <b>Ada</b></button><button name="who" value="ben">As Ben</button></form>
<form id="far" method="post"><input type="hidden" name="k" value="v"></form>
<button form="far" formaction="/far">From afar</button>`

/** Shows the page. Returns every other request as JSON. */
const echo = async (request: Request): Promise<Response> => {
  const url = new URL(request.url)
  if (url.pathname === '/') return new Response(page, { headers: { 'set-cookie': 's=1; Path=/' } })
  if (url.pathname === '/away') return Response.redirect('https://provider.example/back', 302)
  if (url.pathname === '/back') return Response.redirect('https://site.example/end', 302)
  const received = { method: request.method, url: request.url, body: await request.text() }
  return Response.json({ ...received, headers: Object.fromEntries(request.headers) })
}

const open = () => openBrowser({ handler: echo, origin: 'https://site.example' })

describe('a browser', () => {
  test('submits the form fields, the typed values and the pressed button', async () => {
    const browser = open()
    await browser.get('/')
    const response = await browser.submit({ email: 'ada@example.org' }, { form: 1, press: 'As Ben' })
    expect(response.json()).toMatchObject({
      method: 'POST',
      url: 'https://site.example/second?a=1&b=2',
      body: 'csrf=x%22y&email=ada%40example.org&on=on&who=ben',
      headers: { origin: 'https://site.example', 'sec-fetch-site': 'same-origin', cookie: 's=1' },
    })
  })

  test('encodes a form as its enctype says', async () => {
    const html = '<form method="post" enctype="multipart/form-data"><input name="a&quot;b" value="1"></form>'
    const handler = async (request: Request): Promise<Response> =>
      request.method === 'GET' ? new Response(html) : Response.json([...(await request.formData())])
    const browser = openBrowser({ handler })
    await browser.get('/')
    expect((await browser.submit({ text: 'ä\r\n&' })).json()).toEqual([
      ['a"b', '1'],
      ['text', 'ä\r\n&'],
    ])
  })

  test('presses a button outside its form', async () => {
    const browser = open()
    await browser.get('/')
    const response = await browser.submit({}, { press: 'From afar' })
    expect(response.json()).toMatchObject({ method: 'POST', url: 'https://site.example/far', body: 'k=v' })
  })

  test('sends no origin and no site for a typed address', async () => {
    const response = await open().get('/x')
    expect(response.json()).toMatchObject({ headers: { 'sec-fetch-site': 'none' } })
    expect(response.body).not.toContain('"origin"')
  })

  test('marks a post from another site and sends no lax cookies', async () => {
    const browser = open()
    await browser.get('/')
    const response = await browser.post('/x', { a: '1' }, { from: 'https://evil.example/' })
    expect(response.json()).toMatchObject({
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.body).not.toContain('"cookie"')
  })

  test('replaces and omits headers', async () => {
    const response = await open().post(
      '/x',
      { json: { a: 1 } },
      { headers: { origin: 'null', 'sec-fetch-site': null } },
    )
    expect(response.json()).toMatchObject({
      body: '{"a":1}',
      headers: { origin: 'null', 'content-type': 'application/json' },
    })
    expect(response.body).not.toContain('sec-fetch-site')
  })

  test('returns redirects, and follows them on request', async () => {
    const browser = open()
    const shown = await browser.get('/away', { from: 'https://site.example/' })
    expect(shown.location?.href).toBe('https://provider.example/back')
    const end = await browser.follow()
    expect(end.json()).toMatchObject({ url: 'https://site.example/end', headers: { 'sec-fetch-site': 'cross-site' } })
  })

  test('throws with the text of the page when a form is missing', async () => {
    const browser = open()
    await browser.get('/')
    await expect(async () => browser.submit({}, { form: 5 })).rejects.toThrow('Sign in')
  })
})
