// What the time of an operation is spent on, by the CPU profiler of V8: the parts of Node, the folders of Authwright's sources, the
// packages that it depends on.
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const MS = 400
const SAMPLING_MICROSECONDS = 100

/** @typedef {import('node:inspector').Profiler.ProfileNode} Node */

/** Parts of Node, by the beginning of their URL. */
const NODE = {
  'node:internal/deps/undici': "Node's `Request` and `Response`",
  'node:internal/crypto': 'node:crypto',
  'node:internal/webcrypto': 'node:crypto',
  'node:crypto': 'node:crypto',
  'node:sqlite': 'node:sqlite',
}

/** The sources of the files in `dist`: the bundler writes the name of each source above its code. @type {Map<string, readonly string[]>} */
const sources = new Map()

/** The source of each line of a file. @param {string} url */
const sourcesOf = (url) => {
  const known = sources.get(url)
  if (known !== undefined) return known
  const path = fileURLToPath(url)
  let source = ''
  const lines = (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []).map(
    (line) => (source = /^\/\/ src\/(.+)/.exec(line)?.[1] ?? source),
  )
  sources.set(url, lines)
  return lines
}

/**
 * What a function belongs to, or undefined: a function of the language, or of another part of Node, belongs to its caller.
 *
 * @param {Node['callFrame']} frame
 */
const partOf = ({ url, functionName, lineNumber }) => {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code'
  if (url.startsWith('node:')) return Object.entries(NODE).find(([start]) => url.startsWith(start))?.[1]
  const installed = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (installed !== undefined) return installed
  if (url.includes('/bench/')) return 'the benchmark'
  const name = /\/packages\/([^/]+)\//.exec(url)?.[1]
  if (name !== 'core') return name
  const source = sourcesOf(url)[lineNumber] ?? ''
  return source.includes('/') ? `${source.split('/')[0]}/` : 'core'
}

/**
 * The share of each part, the largest first.
 * @param {import('./measure.mjs').Entry['run']} run an operation that is warm
 * @param {number} inFlight
 * @returns {Promise<Readonly<Record<string, number>>>}
 */
export const profile = async (run, inFlight) => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS })
  await session.post('Profiler.start')
  const end = performance.now() + MS
  const worker = async () => {
    while (performance.now() < end) await run()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const { nodes, samples = [], timeDeltas = [] } = (await session.post('Profiler.stop')).profile
  session.disconnect()

  /** @type {Map<number, Node>} */
  const byId = new Map(nodes.map((node) => [node.id, node]))
  /** @type {Map<number, number>} */
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  /** The part of a sample, or undefined while nothing runs but this profiler. @param {number | undefined} id @returns {string | undefined} */
  const find = (id) => {
    const frame = byId.get(id ?? 0)?.callFrame
    if (frame === undefined || frame.functionName === '(root)') return 'the rest of Node'
    if (frame.functionName === '(idle)' || frame.url === 'node:inspector') return undefined
    return partOf(frame) ?? find(parents.get(id ?? 0))
  }
  /** @type {Record<string, number>} */
  const times = {}
  samples.forEach((id, i) => {
    const part = find(id)
    if (part !== undefined) times[part] = (times[part] ?? 0) + (timeDeltas[i] ?? 0)
  })
  const total = Object.values(times).reduce((sum, time) => sum + time, 0)
  return Object.fromEntries(
    Object.entries(times)
      .sort(([, one], [, other]) => other - one)
      .map(([part, time]) => [part, +(time / total).toFixed(3)]),
  )
}
