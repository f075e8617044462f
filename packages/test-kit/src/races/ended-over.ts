import { createAuth } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import { withServer } from '../with-server.ts'
import type { Subject } from './once-over.ts'

const ORIGIN = 'https://app.example.com'
const COOKIE = '__Host-authwright.session-token'

/** Makes a function that waits for a pseudo-random number of event loop turns, the same in every run. */
const makeDelays = (seed: number) => {
  let state = seed
  return async (): Promise<void> => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    for (let i = Math.floor(state / 65_536) % 6; i > 0; i -= 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** An adapter with a delay before and after each call. */
const delayed = (adapter: Adapter, delay: () => Promise<void>): Adapter =>
  new Proxy(adapter, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(adapter, name)
      if (typeof member !== 'function') return member
      const work = (inner: (within: Adapter) => unknown) => (within: Adapter) => inner(delayed(within, delay))
      return async (...given: never[]) => {
        await delay()
        const result: unknown = await Reflect.apply(member, adapter, name === 'transaction' ? given.map(work) : given)
        await delay()
        return result
      }
    },
  })

interface Round {
  readonly userId: string
  readonly request: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Response>
  readonly adapter: Adapter
  readonly link: string
}

type Action = (round: Round) => Promise<unknown>

/** The actions that end a session. */
const endings: Readonly<Record<string, Action>> = {
  'a sign-out': ({ request }) => request('/auth/signout', {}),
  'the end of all sessions': async ({ adapter, userId }) => adapter.deleteSessions?.(userId),
  'the deletion of the user': async ({ adapter, userId }) => adapter.deleteUser?.(userId),
}

/** The actions that run at the same time. */
const others: Readonly<Record<string, Action>> = {
  'a session check that renews it': ({ request }) => request('/auth/session'),
  'a session update': ({ request }) => request('/auth/session', { data: '{}' }),
  'another sign-out': ({ request }) => request('/auth/signout', {}),
  'a sign-in of the same user in another browser': async ({ link, request }) => {
    const { pathname, searchParams } = new URL(link)
    return request(pathname, { ...Object.fromEntries(searchParams), isOtherBrowser: '1' })
  },
}

const pairs = Object.keys(endings).flatMap((ending) =>
  Object.keys(others).flatMap((other) => [
    { first: ending, second: other, ending, other, endsFirst: true },
    { first: other, second: ending, ending, other, endsFirst: false },
  ]),
)

const openApplication = (adapter: Adapter, delay: () => Promise<void>) => {
  const links: string[] = []
  const auth = createAuth({
    adapter: delayed(adapter, delay),
    secret: 'the secret of sessions that end, long enough to be one',
    trustHost: true,
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    // Each session check renews the session.
    session: { updateAge: 0 },
    providers: [
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        limits: { sends: 1_000_000 },
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
    ],
  })
  const request = (path: string, cookie: string, fields?: Readonly<Record<string, string>>): Promise<Response> => {
    const headers = { cookie, origin: ORIGIN }
    const post = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }
    return auth.handle(new Request(ORIGIN + path, { headers, ...post }))
  }
  return { request, links }
}

/** An expiry time after the end of the test. */
const month = (): Date => new Date(Date.now() + 30 * 86_400_000)

const begin = async (adapter: Adapter, delay: () => Promise<void>) => {
  const application = openApplication(adapter, delay)
  const sessionToken = crypto.randomUUID()
  const email = `${sessionToken}@example.org`
  const user = await adapter.createUser?.({ id: crypto.randomUUID(), email, emailVerified: new Date() })
  const userId = user?.id ?? ''
  await adapter.createSession?.({ sessionToken, userId, expires: month() })
  await application.request('/auth/signin/mail', '', { email })
  const cookie = `${COOKIE}=${sessionToken}`
  const round: Round = {
    userId,
    adapter: delayed(adapter, delay),
    link: application.links.at(-1) ?? '',
    request: (path, fields) =>
      application.request(path, fields?.['isOtherBrowser'] === undefined ? cookie : '', fields),
  }
  return {
    round,
    sessionToken,
    isSignedIn: async () => (await (await application.request('/auth/session', cookie)).json()) !== null,
  }
}

/** Ends sessions while another action runs, in both orders, `rounds` times each. */
export const endedOver = (subject: Subject, rounds: number): void => {
  describe(`over ${subject.name} a session that was ended does not come back`, { timeout: 120_000 }, () => {
    let adapter: Adapter
    withServer(subject, ({ opened }) => void (adapter = opened.adapter()))

    test.each(pairs)('after $first and $second', async ({ ending, other, endsFirst }) => {
      const delay = makeDelays(pairs.length)
      const broken: string[] = []
      for (let i = 0; i < rounds; i += 1) {
        const { round, sessionToken, isSignedIn } = await begin(adapter, delay)
        const actions = [endings[ending], others[other]]
        await Promise.all((endsFirst ? actions : actions.toReversed()).map(async (action) => action?.(round)))
        if ((await adapter.getSessionAndUser?.(sessionToken)) !== null || (await isSignedIn()))
          broken.push(`${i}: the session exists`)
        if (ending !== 'the deletion of the user') continue
        const left = [await adapter.listSessions?.(round.userId), await adapter.listAccounts?.(round.userId)].flat()
        if (left.length > 0) broken.push(`${i}: a row without a user`)
      }
      expect(broken).toEqual([])
    })
  })
}
