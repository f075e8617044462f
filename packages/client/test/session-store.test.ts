import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientError, createSessionStore, type SessionStore, type SessionStoreOptions } from '@authwright/client'
import { openTab, sessionServer } from './tab.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const HOUR = 3600
const ann = { user: { name: 'Ann' }, expires: new Date(NOW + HOUR * 1000).toISOString() }
const bob = { user: { name: 'Bob' }, expires: new Date(NOW + 2 * HOUR * 1000).toISOString() }

const json = (body: unknown, status = 200) => Response.json(body, { status })
const outage = () => json({ error: 'Configuration' }, 503)

const opened: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Requests and their responses take no time. */
const responses = () => vi.advanceTimersByTimeAsync(0)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const open = async (
  respond: () => Response | Promise<Response>,
  options?: SessionStoreOptions,
  page?: Parameters<typeof openTab>[0],
) => {
  const tab = openTab(page)
  const server = sessionServer(respond)
  const store = createSessionStore(server.client, options)
  const changes: unknown[] = []
  const close = store.subscribe(() => changes.push(store.get()))
  opened.push(close)
  await responses()
  return { tab, server, store, changes, close }
}

const shown = ({ get }: Pick<SessionStore, 'get'>) => [get().status, get().data?.user?.name]

describe('at the start', () => {
  test('a store requests the session once, whatever the number of listeners', async () => {
    const { server, store, changes } = await open(() => json(ann))
    opened.push(store.subscribe(() => undefined))
    await responses()
    expect(changes).toEqual([{ status: 'authenticated', data: ann }])
    expect(server.requests()).toBe(1)
    expect(store.initial).toEqual({ status: 'loading', data: null })
  })

  test.each([
    ['a user', ann, 'authenticated'],
    ['a signed-out user', null, 'unauthenticated'],
  ])('a store with the session of %s requests nothing', async (_name, initial, status) => {
    const { server, store } = await open(outage, { initial })
    expect(store.get()).toEqual({ status, data: initial })
    expect(server.requests()).toBe(0)
  })

  test('a page that the browser may have taken from its cache requests the session', async () => {
    const { server, store } = await open(() => json(null), { initial: ann }, { navigation: 'back_forward' })
    expect(server.requests()).toBe(1)
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })

  test('a store without listeners requests nothing', async () => {
    openTab()
    const server = sessionServer(() => json(ann))
    createSessionStore(server.client, { refreshEvery: 1 })
    await pass(HOUR)
    expect(server.requests()).toBe(0)
  })

  test('a store on a server shows what it was given, and requests nothing', async () => {
    const server = sessionServer(() => json(bob))
    const store = createSessionStore(server.client, { initial: ann, refreshEvery: 1 })
    store.subscribe(() => expect.unreachable())
    await store.refresh()
    await pass(HOUR)
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    expect(server.requests()).toBe(0)
  })
})

describe('a request', () => {
  test('keeps the state object while nothing changes', async () => {
    const { store, changes } = await open(() => json(ann))
    const before = store.get()
    await store.refresh()
    expect(store.get()).toBe(before)
    expect(changes).toHaveLength(1)
  })

  test('that fails keeps the session and reports the error, until one succeeds', async () => {
    const { server, store } = await open(() => json(ann))
    server.change(outage)
    await store.refresh()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    expect(store.get().error).toBeInstanceOf(ClientError)
    expect(store.get().error).toMatchObject({ type: 'Configuration', status: 503 })
    server.change(() => json(ann))
    await store.refresh()
    expect(store.get()).toEqual({ status: 'authenticated', data: ann })
  })

  test.each([
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 'TypeError'],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'ClientError'],
    ['a page with status 200', () => new Response('<h1>Log in to the Wi-Fi</h1>'), 'ClientError'],
  ])('with %s keeps the user signed in', async (_name, respond, name) => {
    const { server, store } = await open(() => json(ann))
    server.change(respond)
    await store.refresh()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    expect(store.get().error).toMatchObject({ name })
  })

  test('that fails is repeated after a minute', async () => {
    const { server, store } = await open(outage)
    expect(store.get()).toMatchObject({ status: 'loading', data: null, error: { status: 503 } })
    server.change(() => json(ann))
    await pass(59)
    expect(store.get().status).toBe('loading')
    await pass(1)
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
  })

  test('that a newer one replaces changes nothing, and ends with the newer one', async () => {
    const { server, store } = await open(() => json(ann))
    let send: (response: Response) => void = () => undefined
    server.change(() => new Promise((resolve) => (send = resolve)))
    const older = store.refresh().then(() => shown(store))
    const sendOlder = send
    const newer = store.refresh()
    expect(server.aborted()).toBe(1)
    sendOlder(json(null))
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    send(json(bob))
    expect(await older).toEqual(['authenticated', 'Bob'])
    await newer
    expect(store.get().error).toBeUndefined()
  })

  test('does not replace what the server rendered after it was sent', async () => {
    const { server, store } = await open(() => json(ann))
    let send: (response: Response) => void = () => undefined
    server.change(() => new Promise((resolve) => (send = resolve)))
    const request = store.refresh()
    store.hydrate(null)
    send(json(ann))
    await request
    expect(store.get()).toEqual({ status: 'unauthenticated', data: null })
  })
})

describe('a store refreshes', () => {
  const laterAs = async (respond: () => Response, options?: SessionStoreOptions) => {
    const context = await open(() => json(ann), options)
    context.server.change(respond)
    return context
  }

  test('when the user returns to the tab after more than a minute', async () => {
    const { server, store, tab } = await laterAs(() => json(bob))
    tab.hide()
    await pass(60)
    tab.focus()
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    await pass(1)
    tab.hide()
    await responses()
    expect(server.requests()).toBe(1)
    tab.focus()
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Bob'])
  })

  test('not when the user returns, with refreshOnFocus: false', async () => {
    const { server, store, tab } = await laterAs(() => json(bob), { refreshOnFocus: false })
    await pass(61)
    tab.focus()
    await responses()
    expect(server.requests()).toBe(1)
    store.configure({ refreshOnFocus: true })
    tab.focus()
    await responses()
    expect(server.requests()).toBe(2)
  })

  test('when the browser is online again after more than a minute', async () => {
    const { store, tab } = await laterAs(() => json(bob), { refreshOnFocus: false })
    tab.goOnline()
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    await pass(61)
    tab.goOnline()
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Bob'])
  })

  test('when the page returns from the back/forward cache, and not when it is shown at first', async () => {
    const { server, store, tab } = await laterAs(() => json(null))
    tab.show({ persisted: false })
    await responses()
    expect(server.requests()).toBe(1)
    tab.show({ persisted: true })
    await responses()
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })

  test('when the session expires', async () => {
    const { server, store } = await laterAs(() => json(null))
    await pass(HOUR)
    expect(server.requests()).toBe(1)
    await pass(1)
    expect(shown(store)).toEqual(['unauthenticated', undefined])
    await pass(24 * HOUR)
    expect(server.requests()).toBe(2)
  })

  test('once a minute at most when the clock of the browser is ahead', async () => {
    const { server } = await open(() => json({ ...ann, expires: new Date(NOW - 1).toISOString() }))
    await pass(10 * 60)
    expect(server.requests()).toBe(11)
  })

  test('once a minute at most for a session of the application without an expiry', async () => {
    const { server } = await open(() => json({ user: ann.user }))
    await pass(10 * 60)
    expect(server.requests()).toBe(11)
  })

  test('when a session of several months expires', async () => {
    const { server } = await open(() => json({ ...ann, expires: new Date(NOW + 90 * 24 * HOUR * 1000).toISOString() }))
    await pass(90 * 24 * HOUR)
    expect(server.requests()).toBe(1)
    await pass(1)
    expect(server.requests()).toBe(2)
  })

  test('after refreshEvery seconds, except while the browser is offline', async () => {
    const { server, store, tab } = await laterAs(() => json(bob), { refreshEvery: 10 })
    await pass(20)
    expect(server.requests()).toBe(3)
    tab.goOffline()
    await pass(60)
    expect(server.requests()).toBe(3)
    tab.goOnline()
    await responses()
    expect(server.requests()).toBe(3)
    await pass(10)
    expect(server.requests()).toBe(4)
    store.configure({ refreshEvery: 0 })
    await pass(60)
    expect(server.requests()).toBe(4)
  })

  test('when another tab announces a change, also while this one is hidden', async () => {
    const { store, changes, tab } = await laterAs(() => json(null))
    tab.hide()
    const other = new BroadcastChannel('authwright')
    other.postMessage({ trigger: 'signout' })
    await vi.waitFor(() => expect(changes).toHaveLength(2))
    other.close()
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })

  test('when this tab signs in, signs out or updates the session', async () => {
    const { server, store } = await open(() => json(null))
    server.change(() => json(ann))
    await server.client.signIn('credentials', { redirect: false })
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Ann'])
    server.change(() => json(bob))
    await server.client.update({ name: 'Bob' })
    await responses()
    expect(shown(store)).toEqual(['authenticated', 'Bob'])
    server.change(() => json(null))
    await server.client.signOut({ redirect: false })
    await responses()
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })
})

describe('update', () => {
  test('returns the session when the state shows it', async () => {
    const { server, store } = await open(() => json(ann))
    server.change(() => json(bob))
    expect(await store.update({ name: 'Bob' })).toEqual(bob)
    expect(shown(store)).toEqual(['authenticated', 'Bob'])
    expect(server.requests()).toBe(2)
  })

  test('without data refreshes', async () => {
    const { server, store } = await open(() => json(ann))
    server.change(() => json(bob))
    expect(await store.update()).toEqual(bob)
    expect(shown(store)).toEqual(['authenticated', 'Bob'])
  })

  test('of an ended session signs out', async () => {
    const { server, store } = await open(() => json(ann))
    server.change(() => json(null))
    expect(await store.update({ name: 'Bob' })).toBeNull()
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })

  test('rejects when it failed, and keeps the session', async () => {
    const { server, store } = await open(() => json(ann))
    server.change(outage)
    await expect(store.update({ name: 'Bob' })).rejects.toMatchObject({ status: 503 })
    expect(store.get()).toEqual({ status: 'authenticated', data: ann })
  })
})

describe('a store whose listeners are removed', () => {
  test('requests nothing, and refreshes when it has a listener again', async () => {
    const { close, server, store, tab } = await open(() => json(ann), { refreshEvery: 10 })
    close()
    await pass(30)
    tab.focus()
    tab.show({ persisted: true })
    await server.client.signOut({ redirect: false })
    expect(server.requests()).toBe(1)
    server.change(() => json(null))
    opened.push(store.subscribe(() => undefined))
    await responses()
    expect(server.requests()).toBe(2)
    expect(shown(store)).toEqual(['unauthenticated', undefined])
  })

  test('requests nothing when a new listener replaces the last one', async () => {
    const { close, server, store } = await open(() => json(ann))
    close()
    opened.push(store.subscribe(() => undefined))
    await responses()
    expect(server.requests()).toBe(1)
  })
})
