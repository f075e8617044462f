import { vi } from 'vitest'

/** A page in a browser: where it is, and where it was sent. */
export interface FakePage {
  readonly went: string[]
  readonly reloads: () => number
}

/** Stand on a page. The rest of the browser is the test's own runtime. */
export const openPage = (href: string): FakePage => {
  const went: string[] = []
  let reloads = 0
  const { origin } = new URL(href)
  vi.stubGlobal('location', {
    href,
    origin,
    assign: (url: string) => went.push(url),
    reload: () => {
      reloads += 1
    },
  })
  return { went, reloads: () => reloads }
}

/** What was sent to a server. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** A server that answers each path as the table says, and what it was sent. */
export const serve = (answers: Readonly<Record<string, () => Response>>) => {
  const sent: Sent[] = []
  const fetcher: typeof fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'https://app.example'), init)
    const { pathname, search } = new URL(request.url)
    sent.push({ method: request.method, path: pathname + search, headers: request.headers, body: await request.text() })
    return answers[pathname]?.() ?? new Response('not found', { status: 404 })
  }
  return { sent, fetch: fetcher }
}

export const providers = () =>
  Response.json({
    door: { id: 'door', name: 'Door', type: 'credentials', signinUrl: '', callbackUrl: '' },
    github: { id: 'github', name: 'GitHub', type: 'oauth', signinUrl: '', callbackUrl: '' },
    mail: { id: 'mail', name: 'Mail', type: 'email', signinUrl: '', callbackUrl: '' },
    passkey: { id: 'passkey', name: 'Passkey', type: 'webauthn', signinUrl: '', callbackUrl: '' },
  })

export const sendTo = (url: string) => () => Response.json({ url })
