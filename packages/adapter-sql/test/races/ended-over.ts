import { createAuth } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subject } from '@authwright/test-kit/races/once-over'

const ORIGIN = 'https://app.example.com'
const COOKIE = '__Secure-authwright.session-token'

/** Lets other work go first, a number of times that differs from round to round and is the same in every run. */
const makeDelays = (seed: number) => {
  let state = seed
  return async (): Promise<void> => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    for (let i = Math.floor(state / 65_536) % 6; i > 0; i -= 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** An adapter whose calls are late by as much as it likes. */
const delayed = (adapter: Adapter, delay: () => Promise<void>): Adapter =>
  new Proxy(adapter, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(adapter, name)
      if (typeof member !== 'function') return member
      const work = (inner: (within: Adapter) => unknown) => (within: Adapter) => inner(delayed(within, delay))
      return async (...given: never[]) => {
        await delay()
        const answer: unknown = await Reflect.apply(member, adapter, name === 'transaction' ? given.map(work) : given)
        await delay()
        return answer
      }
    },
  })

interface Round {
  readonly userId: string
  readonly request: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Response>
  readonly owner: Adapter
  readonly link: string
}

type Act = (round: Round) => Promise<unknown>

/** What ends a session. */
const endings: Readonly<Record<string, Act>> = {
  'a sign-out': ({ request }) => request('/auth/signout', {}),
  'the end of all sessions': async ({ owner, userId }) => owner.deleteSessions?.(userId),
  'the deletion of the user': async ({ owner, userId }) => owner.deleteUser?.(userId),
}

/** What is going on at that moment. */
const others: Readonly<Record<string, Act>> = {
  'its prolonging': ({ request }) => request('/auth/session'),
  'its change': ({ request }) => request('/auth/session', { data: '{}' }),
  'another sign-out': ({ request }) => request('/auth/signout', {}),
  'a sign-in of the same person elsewhere': async ({ link, request }) => {
    const { pathname, searchParams } = new URL(link)
    return request(pathname, { ...Object.fromEntries(searchParams), elsewhere: '1' })
  },
}

const pairs = Object.keys(endings).flatMap((ending) =>
  Object.keys(others).flatMap((other) => [
    { first: ending, second: other, ending, other, endsFirst: true },
    { first: other, second: ending, ending, other, endsFirst: false },
  ]),
)

const siteOver = (adapter: Adapter, delay: () => Promise<void>) => {
  const links: string[] = []
  const auth = createAuth({
    adapter: delayed(adapter, delay),
    secret: 'the secret of sessions that end, long enough to be one',
    trustHost: true,
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    // Every look at a session is one that prolongs it.
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
  const ask = (path: string, cookie: string, fields?: Readonly<Record<string, string>>): Promise<Response> => {
    const headers = { cookie, origin: ORIGIN }
    const post = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }
    return auth.handle(new Request(ORIGIN + path, { headers, ...post }))
  }
  return { ask, links }
}

/** When sessions here end by themselves: after the test. */
const month = (): Date => new Date(Date.now() + 30 * 86_400_000)

const begin = async (adapter: Adapter, delay: () => Promise<void>) => {
  const site = siteOver(adapter, delay)
  const sessionToken = crypto.randomUUID()
  const email = `${sessionToken}@example.org`
  const user = await adapter.createUser?.({ id: crypto.randomUUID(), email, emailVerified: new Date() })
  const userId = user?.id ?? ''
  await adapter.createSession?.({ sessionToken, userId, expires: month() })
  await site.ask('/auth/signin/mail', '', { email })
  const cookie = `${COOKIE}=${sessionToken}`
  const round: Round = {
    userId,
    owner: delayed(adapter, delay),
    link: site.links.at(-1) ?? '',
    request: (path, fields) => site.ask(path, fields?.['elsewhere'] === undefined ? cookie : '', fields),
  }
  return { round, sessionToken, isIn: async () => (await (await site.ask('/auth/session', cookie)).json()) !== null }
}

/** Sessions that end while something else is going on, so many times each way. */
export const endedOver = (subject: Subject, rounds: number): void => {
  describe(`over ${subject.name} whoever is signed out stays so`, { timeout: 120_000 }, () => {
    const reason = subject.whyNot()
    let adapter: Adapter
    let close: () => Promise<void> = async () => undefined
    beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
    beforeAll(async () => {
      if (reason !== null) return
      const server = await subject.start()
      const engine = await server.open()
      adapter = engine.adapter()
      close = async () => {
        await engine.close()
        await server.close()
      }
    })
    afterAll(() => close())

    test.each(pairs)('$first, and $second', async ({ ending, other, endsFirst }) => {
      const delay = makeDelays(pairs.length)
      const broken: string[] = []
      for (let i = 0; i < rounds; i += 1) {
        const { round, sessionToken, isIn } = await begin(adapter, delay)
        const acts = [endings[ending], others[other]]
        await Promise.all((endsFirst ? acts : acts.toReversed()).map(async (act) => act?.(round)))
        if ((await adapter.getSessionAndUser?.(sessionToken)) !== null || (await isIn())) broken.push(`${i}: it lives`)
        if (ending !== 'the deletion of the user') continue
        const left = [await adapter.listSessions?.(round.userId), await adapter.listAccounts?.(round.userId)].flat()
        if (left.length > 0) broken.push(`${i}: a row of nobody`)
      }
      expect(broken).toEqual([])
    })
  })
}
