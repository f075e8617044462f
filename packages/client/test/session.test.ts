import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClientError, createClient } from '@authwright/client'
import { openPage, providers, redirectTo, serve } from './page.ts'

const session = { user: { name: 'Ann' }, expires: '2030-01-01T00:00:00.000Z' }

afterEach(() => vi.unstubAllGlobals())

const setup = (responses: Readonly<Record<string, () => Response>>) => {
  const page = openPage('https://app.example/here')
  const server = serve(responses)
  return { page, server, client: createClient({ fetch: server.fetch }) }
}

describe('the session', () => {
  test('is what the server returns; null means signed out', async () => {
    expect(await setup({ '/auth/session': () => Response.json(session) }).client.getSession()).toEqual(session)
    expect(await setup({ '/auth/session': () => Response.json(null) }).client.getSession()).toBeNull()
  })

  test.each([
    ['a configuration error', () => Response.json({ error: 'Configuration' }, { status: 500 }), 'Configuration', 500],
    ['a database that is down', () => Response.json({ error: 'Configuration' }, { status: 503 }), 'Configuration', 503],
    ['an HTML page of a proxy', () => new Response('<h1>Hello</h1>'), 'UnexpectedResponse', 200],
    ['null with an error status', () => Response.json(null, { status: 400 }), 'UnexpectedResponse', 400],
  ])('%s rejects with a ClientError', async (_name, response, type, status) => {
    const session = setup({ '/auth/session': response }).client.getSession()
    await expect(session).rejects.toBeInstanceOf(ClientError)
    await expect(session).rejects.toMatchObject({ type, status })
  })

  test.each([
    ['the 404 page of an application that does not call the library', 404, '<h1>Not found</h1>', true],
    ['the page that an application has for all addresses', 200, '<div id="app"></div>', true],
    ['the error page of a proxy', 502, '<h1>Bad gateway</h1>', false],
  ])('%s: the error says whether to check basePath and the server', async (_name, status, body, isHint) => {
    const page = () => new Response(body, { status })
    const { client } = setup({ '/auth/session': page, '/auth/providers': page })
    const says = isHint ? /Check basePath, and that the server calls the library/ : /\(UnexpectedResponse\)$/
    await expect(client.getSession()).rejects.toThrow(says)
    await expect(client.signIn('github')).rejects.toThrow(says)
  })

  test('update posts data, and only reads the session without data', async () => {
    const { client, server } = setup({ '/auth/session': () => Response.json(session) })
    await client.update({ name: 'Anna' })
    await client.update()
    expect(server.sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"data":{"name":"Anna"}}'],
      ['GET', ''],
    ])
  })
})

describe('signing out', () => {
  test('loads the redirect target of the server', async () => {
    const { client, page, server } = setup({ '/auth/signout': redirectTo('https://app.example/bye') })
    await client.signOut({ redirectTo: '/bye' })
    expect(page.navigated).toEqual(['https://app.example/bye'])
    expect(server.sent[0]).toMatchObject({ method: 'POST', body: 'callbackUrl=%2Fbye' })
  })

  test('returns the redirect target with redirect: false', async () => {
    const { client, page } = setup({ '/auth/signout': redirectTo('/bye') })
    expect(await client.signOut({ redirect: false })).toEqual({ url: 'https://app.example/bye' })
    expect(page.navigated).toEqual([])
  })

  test('rejects with a ClientError when it failed', async () => {
    const { client } = setup({ '/auth/signout': () => Response.json({ error: 'MissingCSRF' }, { status: 403 }) })
    await expect(client.signOut({ redirect: false })).rejects.toMatchObject({ type: 'MissingCSRF' })
  })
})

test('reads the providers and the CSRF token from their routes', async () => {
  const { client } = setup({ '/auth/providers': providers, '/auth/csrf': () => Response.json({ csrfToken: 'abc' }) })
  expect(Object.keys(await client.getProviders())).toEqual(['staff', 'github', 'mail', 'passkey'])
  expect(await client.getCsrfToken()).toBe('abc')
})

describe('other tabs', () => {
  const listenTo = async (act: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
    const { client } = setup({
      '/auth/callback/credentials': redirectTo('/next'),
      '/auth/signout': redirectTo('/bye'),
      '/auth/session': () => Response.json(session),
    })
    const tab = new BroadcastChannel('authwright')
    const received = new Promise((resolve) =>
      tab.addEventListener('message', (event) => resolve(event.data), { once: true }),
    )
    await act(client)
    const change = await received
    tab.close()
    return change
  }

  test('are notified of a sign-in, a sign-out and an update', async () => {
    expect(await listenTo((client) => client.signIn('credentials', { redirect: false }))).toEqual({ trigger: 'signin' })
    expect(await listenTo((client) => client.signOut({ redirect: false }))).toEqual({ trigger: 'signout' })
    expect(await listenTo((client) => client.update({}))).toEqual({ trigger: 'update' })
  })

  test('can notify this tab; other messages on the channel are ignored', async () => {
    const { client } = setup({})
    const tab = new BroadcastChannel('authwright')
    const changes: unknown[] = []
    const first = new Promise<void>((resolve) => {
      client.onSessionChange((change) => {
        changes.push(change)
        resolve()
      })
    })
    tab.postMessage('nonsense')
    tab.postMessage({ trigger: 'reboot' })
    tab.postMessage({ trigger: 'signout', more: 1 })
    await first
    tab.close()
    expect(changes).toEqual([{ trigger: 'signout' }])
  })
})
