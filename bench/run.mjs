// `npm run bench`: measures the built packages. `npm run bench -- --help` lists the suites.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.mjs'
import { installFolder, requireNode } from '../scripts/tools.mjs'

requireNode()
process.env['NODE_ENV'] ??= 'production'

/**
 * @typedef {object} Settings
 * @property {number} rounds
 * @property {number} ms of a sample
 * @property {number} inFlight
 * @property {boolean} check
 * @property {number} rows the highest number of sessions in a table
 * @property {number} requests of the long run
 *
 * @typedef {(settings: Settings, names: readonly string[]) => Promise<import('./output.mjs').Output & { failures: readonly string[] }>} Suite
 */

const suites = {
  libraries: {
    what: 'each operation beside other libraries (the default)',
    load: () => import('./suites/libraries.mjs'),
  },
  curves: { what: 'how the time grows with providers, sizes, rows, …', load: () => import('./suites/curves.mjs') },
  frameworks: {
    what: 'a page with the session in each framework, over HTTP',
    load: () => import('./suites/frameworks.mjs'),
  },
  'cold-start': {
    what: 'a process that loads a library and handles one request, over an empty process',
    load: () => import('./suites/cold-start.mjs'),
  },
  allocation: {
    what: 'bytes that each operation allocates',
    load: () => import('./suites/allocation.mjs'),
  },
  'long-run': {
    what: 'memory and latency of a server under mixed requests',
    load: () => import('./suites/long-run.mjs'),
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '60' },
    ms: { type: 'string', default: '4' },
    'in-flight': { type: 'string', default: '16' },
    rows: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '1000000' },
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const help = () => {
  console.log(
    'npm run bench -- [suite] [name …] [--rounds 60] [--ms 4] [--in-flight 16] [--check] [--write] [--json file]\n',
  )
  for (const [name, { what }] of Object.entries(suites)) console.log(`  ${name.padEnd(12)} ${what}`)
}

const main = async () => {
  if (values.help) return help()
  const [first = 'libraries', ...rest] = positionals
  const [suite, names] = Object.hasOwn(suites, first) ? [first, rest] : ['libraries', positionals]
  if (values.write && names.length > 0) throw new Error('--write needs the whole suite')
  const prepared = [
    () => installFolder(fileURLToPath(new URL('.', import.meta.url)), 'the libraries to compare with'),
    () => build({ quiet: true }),
  ]
  for (const step of prepared) if ((await step()) !== 0) return void (process.exitCode = 1)
  const { run } = await suites[/** @type {keyof typeof suites} */ (suite)].load()
  const { check } = values
  const [rounds, ms, rows, requests] = [values.rounds, values.ms, values.rows, values.requests].map(Number)
  const settings = { rounds, ms, rows, requests, inFlight: Number(values['in-flight']), check }
  const output = await run(settings, names)
  for (const text of Object.values(output.parts)) console.log(`${text}\n`)
  if (values.write) {
    const { writeResults } = await import('./output.mjs')
    writeResults(suite, output)
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(output.data, undefined, 2)}\n`)
  for (const failure of output.failures) console.error(failure)
  if (output.failures.length > 0) process.exitCode = 1
}

await main()
// Pools and servers of some libraries have no function that ends them.
process.exit()
