// Measures the built packages against their peers: `npm run bench`, or `npm run bench -- sealing --rounds 20 --json out.json`.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireNode, run } from '../scripts/tools.mjs'
import { measure } from './measure.mjs'
import { table } from './report.mjs'

requireNode()
process.env['NODE_ENV'] ??= 'production'

const workloads = /** @type {const} */ ({
  'session-check': () => import('./workloads/session-check.mjs'),
  'sign-in-start': async () => (await import('./workloads/sign-in.mjs')).start,
  'sign-in-callback': async () => (await import('./workloads/sign-in.mjs')).callback,
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
  },
})
const sizes = values.sizes.split(',').map(Number)
const unknown = positionals.filter((name) => !(name in workloads))
if (unknown.length > 0) {
  console.error(`No such workload: ${unknown.join(', ')}. There are: ${Object.keys(workloads).join(', ')}.`)
  process.exit(1)
}

// The built package is measured, as users have it; an old build would be measured without anybody noticing.
const built = await run('tsc', ['-b', 'tsconfig.build.json'])
if (built.code !== 0) process.exit(built.code)

console.log(`Node ${process.versions.node}, ${values.rounds} rounds of ${values.ms} ms a peer, in random order\n`)
/** @type {Record<string, readonly import('./measure.mjs').Row[]>} */
const results = {}
for (const [name, load] of Object.entries(workloads)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const workload = await load()
  const { title } = workload
  for (const inFlight of [1, 16]) {
    const how = { rounds: Number(values.rounds), ms: Number(values.ms), inFlight }
    const rows = await measure(await workload.entries({ sizes }), how)
    const manner = inFlight === 1 ? 'one at a time' : `${inFlight} in flight`
    results[`${name}, ${manner}`] = rows
    console.log(table(`${title}, ${manner}`, rows))
  }
  if ('close' in workload) await workload.close()
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`)
