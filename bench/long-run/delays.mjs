// Whether a slow provider or a slow database delays other users: their latency with and without users who wait.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { assert } from '../fixtures.mjs'
import { openConnections, requestText } from '../frameworks/connections.mjs'
import { sessionCookies } from '../frameworks/config.mjs'
import { startServer } from '../frameworks/process.mjs'
import { quantile, shuffled } from '../measure.mjs'
import { SLOW_MS } from './slow.mjs'

/** Others make few requests, so that their latency does not come from a queue of their own. */
const OTHERS = 4
const WAITING = 64
const SAMPLE_MS = 500
/** Until the requests that wait have reached what they wait for: what they cost before that is not what is measured. */
const SETTLE_MS = 400

/** Sends requests that wait. The result waits for their ends, and checks that they waited. @param {number} port @param {string} path @param {string} cookie */
const keepWaiting = async (port, path, cookie) => {
  const agent = new Agent({ keepAlive: true, maxSockets: WAITING })
  const one = async () => {
    const begin = performance.now()
    const request = get({ agent, port, host: '127.0.0.1', path, headers: { host: 'app.example.com', cookie } })
    const [message] = await once(request, 'response')
    await once(message.resume(), 'end')
    assert(performance.now() - begin >= SLOW_MS, `${path} did not wait: ${message.statusCode}`)
  }
  const all = Promise.all(Array.from({ length: WAITING }, one))
  all.catch(() => undefined)
  return async () => {
    await all
    agent.destroy()
  }
}

/** The cookies of a browser that was sent to the slow provider, and the address it returns to. @param {number} port */
const beginSlowSignIn = async (port) => {
  const origin = `http://127.0.0.1:${port}`
  const form = await fetch(`${origin}/auth/csrf`)
  const cookies = (/** @type {Response} */ response) =>
    response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
  const jar = cookies(form)
  const body = new URLSearchParams({ csrfToken: (await form.json()).csrfToken })
  const headers = { cookie: jar.join('; '), origin }
  const started = await fetch(`${origin}/auth/signin/slow`, { method: 'POST', headers, body, redirect: 'manual' })
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  return { path: `/auth/callback/slow?code=code&state=${state}`, cookie: [...jar, ...cookies(started)].join('; ') }
}

/** @param {number} rounds */
export const measureDelays = async (rounds) => {
  const server = await startServer(['long run', 'mixed'])
  try {
    const { port } = server
    const others = await openConnections(port, OTHERS, requestText('/me', (await sessionCookies()).authwright))
    const slow = await beginSlowSignIn(port)
    /** @type {readonly { name: string, start: () => Promise<() => Promise<void>> }[]} */
    const situations = [
      { name: 'other users', start: async () => async () => {} },
      {
        name: `while ${WAITING} sign-ins wait for a slow provider`,
        start: () => keepWaiting(port, slow.path, slow.cookie),
      },
      {
        name: `while ${WAITING} session checks wait for a slow database`,
        start: () => keepWaiting(port, '/database/session', 'database-session=slow-session'),
      },
    ]
    const samples = situations.map((situation) => ({ ...situation, rounds: /** @type {number[][]} */ ([]) }))
    await others.load(2000)
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      for (const { start, rounds: done } of shuffled(samples)) {
        const stop = await start()
        await others.load(SETTLE_MS)
        done.push((await others.load(SAMPLE_MS)).latencies)
        await stop()
      }
    }
    others.close()
    // The 99th percentile of a sample is half a millisecond, and other load on the machine changes it by a third. That affects all
    // situations of a round, so they are compared per round.
    const perRound = samples.map(({ rounds: done }) => done.map((latencies) => quantile(latencies, 0.99)))
    return samples.map(({ name, rounds: done }, i) => {
      const latencies = done.flat()
      const shares = (perRound[i] ?? []).map((p99, round) => p99 / (perRound[0]?.[round] ?? Number.NaN))
      const [p50, p99] = [quantile(latencies, 0.5), quantile(perRound[i] ?? [], 0.5)]
      return { name, requests: latencies.length, p50, p99, ...(i === 0 ? {} : { share: quantile(shares, 0.5) }) }
    })
  } finally {
    await server.stop()
  }
}
