import { vi } from 'vitest'

/** A page whose navigation is recorded. */
export interface FakePage {
  /** The addresses that the page was told to load. */
  readonly navigated: string[]
  readonly reloads: () => number
}

/** Replace the global `location`. */
export const openPage = (href: string): FakePage => {
  const navigated: string[] = []
  let reloads = 0
  const { origin } = new URL(href)
  vi.stubGlobal('location', {
    href,
    origin,
    assign: (url: string) => navigated.push(url),
    reload: () => {
      reloads += 1
    },
  })
  return { navigated, reloads: () => reloads }
}

/** A request that the server received. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** A server with a response per path. It records the requests. */
export const serve = (responses: Readonly<Record<string, () => Response>>) => {
  const sent: SentRequest[] = []
  const fetcher: typeof fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'https://app.example'), init)
    const { pathname, search } = new URL(request.url)
    sent.push({ method: request.method, path: pathname + search, headers: request.headers, body: await request.text() })
    return responses[pathname]?.() ?? new Response('not found', { status: 404 })
  }
  return { sent, fetch: fetcher }
}

export const providers = () =>
  Response.json({
    staff: { id: 'staff', name: 'Staff', type: 'credentials', signinUrl: '', callbackUrl: '' },
    github: { id: 'github', name: 'GitHub', type: 'oauth', signinUrl: '', callbackUrl: '' },
    mail: { id: 'mail', name: 'Mail', type: 'email', signinUrl: '', callbackUrl: '' },
    passkey: { id: 'passkey', name: 'Passkey', type: 'webauthn', signinUrl: '', callbackUrl: '' },
  })

/** The response of a route that redirects the client. */
export const redirectTo = (url: string) => () => Response.json({ url })
