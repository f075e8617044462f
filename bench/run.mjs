// Compares the built packages with other libraries: `npm run bench`, or `npm run bench -- sealing --rounds 20 --json out.json`.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.mjs'
import { requireNode } from '../scripts/tools.mjs'
import { measure } from './measure.mjs'
import { table } from './report.mjs'

requireNode()
process.env['NODE_ENV'] ??= 'production'

const workloads = /** @type {const} */ ({
  'session-check': () => import('./workloads/session-check.mjs'),
  'sign-in-start': async () => (await import('./workloads/sign-in.mjs')).start,
  'sign-in-callback': async () => (await import('./workloads/sign-in.mjs')).callback,
  http: () => import('./workloads/http.mjs'),
  sealing: () => import('./workloads/sealing.mjs'),
  databases: () => import('./workloads/databases.mjs'),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '60' },
    ms: { type: 'string', default: '4' },
    json: { type: 'string' },
    sizes: { type: 'string', default: '1000,100000' },
    write: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const unknown = positionals.filter((name) => !(name in workloads))
if (unknown.length > 0) {
  console.error(`No such workload: ${unknown.join(', ')}. There are: ${Object.keys(workloads).join(', ')}.`)
  process.exit(1)
}

const README = new URL('README.md', import.meta.url)

/** Replaces the table of a workload in the README. @param {string} name @param {string} text @param {number} inFlight */
const write = (name, text, inFlight) => {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [before, rest = ''] = readFileSync(README, 'utf8').split(begin)
  const after = rest.slice(rest.indexOf(end))
  const origin = `Written by \`npm run bench -- ${process.argv.slice(2).join(' ')}\`: ${availableParallelism()} cores, medians, ${inFlight} in flight.`
  writeFileSync(README, `${before}${begin}\n\n${origin}\n\n${text}\n\n${after}`)
}

// The measurement uses the built packages, so they must be up to date.
const built = await build({ quiet: true })
if (built !== 0) process.exit(built)

console.log(`Node ${process.versions.node}, ${values.rounds} rounds of ${values.ms} ms per entry, in random order\n`)
/** @type {Record<string, readonly import('./measure.mjs').Row[]>} */
const results = {}
for (const [name, load] of Object.entries(workloads)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const workload = await load()
  const { title } = workload
  for (const inFlight of 'inFlight' in workload ? workload.inFlight : [1, 16]) {
    const ms = 'ms' in workload ? workload.ms : Number(values.ms)
    const options = { rounds: Number(values.rounds), ms, inFlight }
    const entries = await workload.entries({ sizes })
    const rows = await measure(entries, options)
    const mode = inFlight === 1 ? 'one at a time' : `${inFlight} in flight`
    results[`${name}, ${mode}`] = rows
    console.log(table(`${title}, ${mode}`, rows))
    if (!('summary' in workload)) continue
    const summary = await workload.summary(entries, rows)
    console.log(`${summary}\n`)
    if (values.write && inFlight > 1) write(name, summary, inFlight)
  }
  if ('close' in workload) await workload.close()
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`)
