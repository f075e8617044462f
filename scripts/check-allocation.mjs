// Checks how many bytes each operation of the benchmark allocates, and that what it allocates does not outlive it.
import { command } from '../bench/allocation/command.mjs'
import { run } from './tools.mjs'

/** The most bytes that an operation may allocate on the heap of V8. Today's numbers are about a tenth lower. */
const limits = {
  'session-cached': 25_500,
  session: 28_800,
  'session-renewed': 38_000,
  'session-legacy': 35_400,
  'session-8k-cached': 46_000,
  'session-8k': 73_600,
  'session-none': 20_000,
  'session-tampered': 27_800,
  'read-cached': 11_000,
  read: 13_900,
  node: 14_300,
  'config-function': 60_900,
  sveltekit: 28_000,
  'session-webcrypto': 35_300,
  'session-junk': 23_500,
  memory: 29_400,
  'node-sqlite': 46_400,
  'better-sqlite3': 48_300,
  postgres: 59_000,
  csrf: 25_100,
  'providers-1': 17_600,
  'providers-100': 41_200,
  'page-1': 75_300,
  'page-100': 288_000,
  'start-oauth': 68_500,
  'start-oidc': 71_200,
  'callback-oauth': 136_600,
  'callback-oidc': 143_400,
  credentials: 88_400,
  'sign-out': 44_900,
}

/**
 * The most bytes of an operation that a collection of young objects may leave. What it leaves waits for a full collection, and each
 * collection until then copies it: a server then needs several times the time for each request.
 */
const MAX_KEPT = 1000

/**
 * What others keep until a full collection: Node keeps about 600 bytes for a call of WebCrypto, and `pg` about 2,100 for a query that
 * returns a promise.
 */
const maxKept = { 'session-webcrypto': 1400, postgres: 3300 }

/** Returns the complaints. */
export const checkAllocation = async () => {
  const env = { NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, [...command, 'own'], { env, quiet: true })
  if (code !== 0) return `bench/allocation/program.mjs fails:\n${output}`
  /** @type {Record<string, { own: { allocated: number, kept: number } }>} */
  const bytes = JSON.parse(output)
  const complaints = Object.entries(bytes).flatMap(([id, { own }]) => {
    const limit = limits[id]
    const most = maxKept[id] ?? MAX_KEPT
    console.log(`  ${id.padEnd(20)} ${(own.allocated / 1024).toFixed(1).padStart(6)} KiB`)
    return [
      ...(limit === undefined ? [`${id} has no limit in scripts/check-allocation.mjs`] : []),
      ...(own.allocated > limit ? [`${id} allocates ${own.allocated} bytes, and ${limit} may be`] : []),
      ...(own.kept > most ? [`${own.kept} bytes of ${id} outlive it, and ${most} may`] : []),
    ]
  })
  return complaints.join('\n')
}
