// A server under requests of all kinds for a long time: memory after a collection, resident memory, and the latency of other users
// while one provider or the database is slow.
import { lineChart } from '../charts.mjs'
import { assert } from '../fixtures.mjs'
import { buildApplication, builtFrameworks } from '../frameworks/applications.mjs'
import { openConnections, requestText } from '../frameworks/connections.mjs'
import { sessionCookies } from '../frameworks/config.mjs'
import { startServer } from '../frameworks/process.mjs'
import { mixedRequests } from '../long-run/mixed.mjs'
import { measureDelays } from '../long-run/delays.mjs'
import { grid } from '../report.mjs'

const STEPS = 10
const MB = 2 ** 20

/** Growth that is noise: the heap of a Node process varies by about this much. */
const MOST_GROWTH = 1.1

/** @param {number} bytes */
const megabytes = (bytes) => Math.round((bytes / MB) * 10) / 10

/** The heap of one process after each step of mixed requests. @param {number} requests */
const measureHeap = async (requests) => {
  const server = await startServer(['long run', 'mixed'], ['--expose-gc'])
  try {
    const send = await mixedRequests(server.port)
    /** @type {[number, number][]} */
    const points = []
    // What is loaded and cached once is no growth.
    await send(Math.ceil(requests / STEPS / 2))
    for (let step = 1; step <= STEPS; step += 1) {
      await send(Math.ceil(requests / STEPS))
      points.push([(requests / STEPS) * step, megabytes((await server.collect()).heap)])
      console.log(`${points.at(-1)?.[0]} requests: ${points.at(-1)?.[1]} MB after a collection`)
    }
    return points
  } finally {
    await server.stop()
  }
}

/** The frameworks whose resident memory is measured. */
const FRAMEWORKS = ['node:http', 'Express', 'Fastify', 'Hono', 'SvelteKit', 'Next']

/** The resident memory while one page with the session is requested. @param {string} framework @param {number} requests */
const measureResident = async (framework, requests) => {
  const cookies = await sessionCookies()
  const isBuilt = builtFrameworks.includes(framework)
  const { folder, remove } = isBuilt ? await buildApplication(framework) : { folder: '', remove: () => {} }
  const server = await startServer([framework, 'authwright', folder])
  try {
    const page = requestText(isBuilt ? '/authwright' : '/me', cookies.authwright)
    const connections = await openConnections(server.port, 64, page)
    /** @type {[number, number][]} */
    const points = []
    for (let sent = 0; sent < requests;) {
      const step = Math.max(requests / STEPS, 1)
      for (const until = sent + step; sent < until;) {
        const { latencies, failed } = await connections.load(200)
        assert(failed === 0, `${framework}: ${failed} requests failed`)
        sent += latencies.length
      }
      points.push([sent, megabytes((await server.usage()).rss)])
    }
    console.log(`${framework}: ${points.map(([, rss]) => rss).join(', ')} MB resident`)
    connections.close()
    return points
  } finally {
    await server.stop()
    remove()
  }
}

/** @param {number} requests */
const measureResidents = async (requests) => {
  /** @type {Record<string, readonly [number, number][]>} */
  const residents = {}
  for (const framework of FRAMEWORKS) residents[framework] = await measureResident(framework, requests)
  return residents
}

/** The growth from the second third to the last third. @param {readonly (readonly [number, number])[]} points */
const growth = (points) => {
  const third = Math.max(1, Math.floor(points.length / 3))
  const mean = (/** @type {typeof points} */ some) => some.reduce((sum, [, value]) => sum + value, 0) / some.length
  return mean(points.slice(-third)) / mean(points.slice(third, 2 * third))
}

/**
 * @param {object} data
 * @param {readonly (readonly [number, number])[]} data.heap
 * @param {Readonly<Record<string, readonly (readonly [number, number])[]>>} data.residents
 * @param {Awaited<ReturnType<typeof measureDelays>>} data.delays
 */
const report = ({ heap, residents, delays }) => {
  const memory = Object.entries({
    'heap after a collection': heap,
    ...Object.fromEntries(Object.entries(residents).map(([name, points]) => [`resident memory, ${name}`, points])),
  })
  const rows = memory
    .filter(([, points]) => points.length > 0)
    .map(([name, points]) => [
      name,
      String(points.at(-1)?.[0].toLocaleString('en')),
      `${points[0]?.[1]} MB`,
      `${points.at(-1)?.[1]} MB`,
      growth(points).toFixed(2),
    ])
  const memoryTable = grid([['', 'requests', 'first', 'last', 'growth'], ...rows])
  const delayTable = grid([
    ['', 'p50', 'p99', 'p99, of that without it'],
    ...delays.map(({ name, p50, p99, share }) => [
      name,
      `${p50.toPrecision(3)} ms`,
      `${p99.toPrecision(3)} ms`,
      share === undefined ? '' : share.toFixed(2),
    ]),
  ])
  const failures = [
    ...memory
      .filter(([, points]) => points.length > 0 && growth(points) > MOST_GROWTH)
      .map(([name, points]) => `The ${name} grew by the factor ${growth(points).toFixed(2)}`),
    ...delays.filter(({ share = 1 }) => share > 1.2).map(({ name }) => `Others wait longer: ${name}`),
  ]
  return {
    data: { heap, residents, delays },
    charts: {
      memory: lineChart({ title: 'Memory of a server', x: 'requests', y: 'megabytes' }, Object.fromEntries(memory)),
    },
    parts: {
      'long-run': [rows.length > 0 ? memoryTable : '', delays.length > 0 ? delayTable : ''].join('\n\n').trim(),
    },
    failures,
  }
}

/** @param {import('../run.mjs').Settings} settings @param {readonly string[]} names */
export const run = async ({ requests, rounds }, names) => {
  const chosen = (/** @type {string} */ name) => names.length === 0 || names.includes(name)
  return report({
    heap: chosen('heap') ? await measureHeap(requests) : [],
    residents: chosen('resident') ? await measureResidents(Math.ceil(requests / 5)) : {},
    delays: chosen('delays') ? await measureDelays(rounds) : [],
  })
}
