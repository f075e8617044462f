// The same page in each framework, without authentication, with Authwright, and with Auth.js or better-auth: requests of 64
// connections that stay open. Each server is a process of its own.
import { dotChart } from '../charts.mjs'
import { assert, USER } from '../fixtures.mjs'
import { requestText, openConnections } from '../frameworks/connections.mjs'
import { buildApplication, builtFrameworks } from '../frameworks/applications.mjs'
import { sessionCookies } from '../frameworks/config.mjs'
import { startServer } from '../frameworks/process.mjs'
import { servers } from '../frameworks/servers.mjs'
import { quantile, ratio, shuffled } from '../measure.mjs'
import { factor, grid } from '../report.mjs'

const CONNECTIONS = 64
const SAMPLE_MS = 250
const WARM_MS = 1500
/** How many requests warm a server up: the compiler of V8 optimizes what runs often. */
const WARM_REQUESTS = 2000
/** How often each connection is used in a sample of a slow server. */
const TIMES = 4

const NAMES = {
  plain: 'without authentication',
  authwright: 'Authwright',
  'authwright-bridge': 'Authwright, `Request` and `Response`',
  'authwright-function': 'Authwright, config function',
  authjs: 'Auth.js',
  'better-auth': 'better-auth',
}

/** Whether it is the library to compare with. @param {keyof typeof NAMES} variant @returns {variant is 'authjs' | 'better-auth'} */
const isPeer = (variant) => variant === 'authjs' || variant === 'better-auth'

/** @param {string} framework @param {keyof typeof NAMES} variant */
const pathOf = (framework, variant) => {
  if (builtFrameworks.includes(framework)) return `/${variant}`
  // These two are the handlers of the libraries themselves, which have no other route.
  const isHandler = variant === 'authwright-bridge' || (framework === 'node:http' && variant === 'authjs')
  return isHandler ? '/auth/session' : '/me'
}

/** @param {string} framework @param {keyof typeof NAMES} variant @param {string} cookie @param {string} folder */
const startSubject = async (framework, variant, cookie, folder) => {
  const server = await startServer([framework, variant, folder])
  const connections = await openConnections(server.port, CONNECTIONS, requestText(pathOf(framework, variant), cookie))
  const check = async () => {
    const response = await connections.send()
    const isRight = response.startsWith('HTTP/1.1 200') && response.includes(USER.name)
    assert(isRight, `${framework}, ${variant}: ${response.slice(0, 400)}`)
  }
  /** @type {number[]} */
  const samples = []
  /** @type {number[]} */
  const latencies = []
  let requests = 0
  let sampleMs = SAMPLE_MS
  const sample = async () => {
    const { latencies: own, failed, ms } = await connections.load(sampleMs)
    assert(failed === 0, `${framework}, ${variant}: ${failed} requests failed`)
    requests += own.length
    samples.push(ms / own.length)
    latencies.push(...own)
  }
  await check()
  for (let warm = 0; warm < WARM_REQUESTS;) {
    const { latencies: own, ms } = await connections.load(WARM_MS)
    warm += own.length
    sampleMs = Math.max(SAMPLE_MS, (TIMES * CONNECTIONS * ms) / own.length)
  }
  const { cpu: begin, rss } = await server.usage()
  return {
    variant,
    check,
    sample,
    result: async () => {
      const after = await server.usage()
      return {
        variant,
        samples,
        perSecond: 1e3 / quantile(samples, 0.5),
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        serverCpu: (after.cpu - begin) / requests,
        rss: [rss, after.rss].map((bytes) => Math.round(bytes / 2 ** 20)),
      }
    },
    stop: async () => {
      connections.close()
      await server.stop()
    },
  }
}

const NOT_BUILT = { folder: '', remove: () => {} }

/** @param {string} framework @param {import('../run.mjs').Settings} settings */
const measureFramework = async (framework, settings) => {
  const cookies = await sessionCookies()
  const variants = /** @type {(keyof typeof NAMES)[]} */ (Object.keys(servers[framework] ?? {}))
  const { folder, remove } = builtFrameworks.includes(framework) ? await buildApplication(framework) : NOT_BUILT
  const subjects = []
  try {
    for (const variant of variants) {
      const cookie = isPeer(variant) ? cookies[variant] : cookies.authwright
      subjects.push(await startSubject(framework, variant, cookie, folder))
    }
    const rounds = Math.ceil(settings.rounds / 4)
    for (let round = 0; round < rounds; round += 1) for (const { sample } of shuffled(subjects)) await sample()
    for (const { check } of subjects) await check()
    const results = await Promise.all(subjects.map(({ result }) => result()))
    const plain = results.find(({ variant }) => variant === 'plain')
    const peer = results.find(({ variant }) => isPeer(variant))
    return results.map(({ samples, ...result }) => ({
      framework,
      ...result,
      ...(plain === undefined
        ? {}
        : { share: ratio(plain, { samples }), shareByCpu: plain.serverCpu / result.serverCpu }),
      ...(peer === undefined ? {} : { faster: ratio(peer, { samples }), lessCpu: peer.serverCpu / result.serverCpu }),
    }))
  } finally {
    for (const { stop } of subjects) await stop()
    remove()
  }
}

/** @typedef {Awaited<ReturnType<typeof measureFramework>>[number]} Row */

const head = ['', 'requests/s', 'p99', 'of the page alone', 'by CPU', 'of Auth.js or better-auth', 'by CPU', 'CPU']

/** @param {number | undefined} share */
const percent = (share) => (share === undefined ? '' : `${(share * 100).toFixed(0)} %`)

/** @param {readonly Row[]} rows */
const toTable = (rows) =>
  grid([
    head,
    ...rows.map(({ framework, variant, perSecond, p99, share, faster, lessCpu, serverCpu, shareByCpu }) => [
      `${framework}, ${NAMES[variant]}`,
      perSecond.toFixed(0),
      `${p99.toPrecision(3)} ms`,
      percent(share),
      percent(shareByCpu),
      factor(faster),
      factor(lessCpu),
      `${serverCpu.toFixed(0)} µs`,
    ]),
  ])

/** @param {readonly Row[]} rows */
const drawChart = (rows) => {
  const groups = Object.groupBy(rows, ({ framework }) => framework)
  const points = Object.entries(groups).map(([label, group = []]) => {
    const others = group.filter(({ variant }) => variant !== 'plain')
    const values = others.map(({ variant, shareByCpu = 1 }) => [NAMES[variant].replaceAll('`', ''), shareByCpu])
    return { label, values: Object.fromEntries(values) }
  })
  return dotChart('Requests per processor second, of those of the same page without authentication', points)
}

/** @param {import('../run.mjs').Settings} settings @param {readonly string[]} names */
export const run = async (settings, names) => {
  const unknown = names.filter((name) => !Object.hasOwn(servers, name))
  if (unknown.length > 0)
    throw new Error(`No such framework: ${unknown.join(', ')}. There are: ${Object.keys(servers).join(', ')}`)
  /** @type {Row[]} */
  const rows = []
  for (const framework of Object.keys(servers)) {
    if (names.length > 0 && !names.includes(framework)) continue
    const measured = await measureFramework(framework, settings)
    console.log(`${toTable(measured)}\n`)
    rows.push(...measured)
  }
  return {
    data: { connections: CONNECTIONS, rows },
    charts: { frameworks: drawChart(rows) },
    parts: { frameworks: toTable(rows) },
    failures: [],
  }
}
