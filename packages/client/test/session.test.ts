import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClientError, createClient } from '@authwright/client'
import { openPage, providers, sendTo, serve } from './page.ts'

const session = { user: { name: 'Ann' }, expires: '2030-01-01T00:00:00.000Z' }

afterEach(() => vi.unstubAllGlobals())

const visit = (answers: Readonly<Record<string, () => Response>>) => {
  const page = openPage('https://app.example/here')
  const server = serve(answers)
  return { page, server, client: createClient({ fetch: server.fetch }) }
}

describe('the session', () => {
  test('is what the server says, and null is nobody', async () => {
    expect(await visit({ '/auth/session': () => Response.json(session) }).client.getSession()).toEqual(session)
    expect(await visit({ '/auth/session': () => Response.json(null) }).client.getSession()).toBeNull()
  })

  test.each([
    ['a configuration error', () => Response.json({ error: 'Configuration' }, { status: 500 }), 'Configuration', 500],
    ['a database that is down', () => Response.json({ error: 'Configuration' }, { status: 503 }), 'Configuration', 503],
    ['a page of a proxy', () => new Response('<h1>Hello</h1>'), 'UnexpectedAnswer', 200],
    ['null with a status of failure', () => Response.json(null, { status: 400 }), 'UnexpectedAnswer', 400],
  ])('%s is neither a session nor nobody', async (_name, answer, type, status) => {
    const asked = visit({ '/auth/session': answer }).client.getSession()
    await expect(asked).rejects.toBeInstanceOf(ClientError)
    await expect(asked).rejects.toMatchObject({ type, status })
  })

  test('is updated with data by POST, and read without', async () => {
    const { client, server } = visit({ '/auth/session': () => Response.json(session) })
    await client.update({ name: 'Anna' })
    await client.update()
    expect(server.sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"data":{"name":"Anna"}}'],
      ['GET', ''],
    ])
  })
})

describe('signing out', () => {
  test('goes where the server says', async () => {
    const { client, page, server } = visit({ '/auth/signout': sendTo('https://app.example/bye') })
    await client.signOut({ redirectTo: '/bye' })
    expect(page.went).toEqual(['https://app.example/bye'])
    expect(server.sent[0]).toMatchObject({ method: 'POST', body: 'callbackUrl=%2Fbye' })
  })

  test('without leaving the page says where one would have gone', async () => {
    const { client, page } = visit({ '/auth/signout': sendTo('/bye') })
    expect(await client.signOut({ redirect: false })).toEqual({ url: 'https://app.example/bye' })
    expect(page.went).toEqual([])
  })

  test('that failed is no sign-out', async () => {
    const { client } = visit({ '/auth/signout': () => Response.json({ error: 'MissingCSRF' }, { status: 403 }) })
    await expect(client.signOut({ redirect: false })).rejects.toMatchObject({ type: 'MissingCSRF' })
  })
})

test('providers and the token for a form are read from their routes', async () => {
  const { client } = visit({ '/auth/providers': providers, '/auth/csrf': () => Response.json({ csrfToken: 'abc' }) })
  expect(Object.keys(await client.getProviders())).toEqual(['door', 'github', 'mail', 'passkey'])
  expect(await client.getCsrfToken()).toBe('abc')
})

describe('other tabs', () => {
  const hear = async (act: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
    const { client } = visit({
      '/auth/callback/credentials': sendTo('/next'),
      '/auth/signout': sendTo('/bye'),
      '/auth/session': () => Response.json(session),
    })
    const tab = new BroadcastChannel('authwright')
    const heard = new Promise((resolve) =>
      tab.addEventListener('message', (event) => resolve(event.data), { once: true }),
    )
    await act(client)
    const change = await heard
    tab.close()
    return change
  }

  test('learn of a sign-in, a sign-out and an update', async () => {
    expect(await hear((client) => client.signIn('credentials', { redirect: false }))).toEqual({ trigger: 'signin' })
    expect(await hear((client) => client.signOut({ redirect: false }))).toEqual({ trigger: 'signout' })
    expect(await hear((client) => client.update({}))).toEqual({ trigger: 'update' })
  })

  test('are heard, and only when they say something of ours', async () => {
    const { client } = visit({})
    const tab = new BroadcastChannel('authwright')
    const heard: unknown[] = []
    const first = new Promise<void>((resolve) => {
      client.onSessionChange((change) => {
        heard.push(change)
        resolve()
      })
    })
    tab.postMessage('nonsense')
    tab.postMessage({ trigger: 'reboot' })
    tab.postMessage({ trigger: 'signout', more: 1 })
    await first
    tab.close()
    expect(heard).toEqual([{ trigger: 'signout' }])
  })
})
