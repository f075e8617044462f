// Prints, as JSON, how many bytes each operation allocates on the heap of V8, and how many of them a collection of young objects does not
// free. `command.mjs` starts it; its arguments are some of `own`, `floor` and `peer`.
import { rows } from './rows.mjs'

const WARM_UP = 3000
const TIMES = 300
const READINGS = 5

const collectGarbage = /** @type {(options?: { type: 'minor' }) => void} */ (globalThis.gc)

/** @param {() => unknown} work @param {number} times */
const repeat = async (work, times) => {
  for (let i = 0; i < times; i += 1) await work()
}

const usedHeap = () => process.memoryUsage().heapUsed

/** @param {import('../measure.mjs').Entry} entry */
const measure = async ({ run, check }) => {
  await check()
  await repeat(run, WARM_UP)
  /** @type {number[]} */
  const allocated = []
  /** @type {number[]} */
  const kept = []
  for (let i = 0; i < READINGS; i += 1) {
    collectGarbage()
    const before = usedHeap()
    await repeat(run, TIMES)
    allocated.push(usedHeap() - before)
    // An object that survives two of these collections is old, and only a full collection frees it.
    for (let j = 0; j < 3; j += 1) collectGarbage({ type: 'minor' })
    kept.push(usedHeap() - before)
  }
  await check()
  // In between, the optimizing compiler allocates too.
  const perOperation = (/** @type {readonly number[]} */ readings) => Math.round(Math.min(...readings) / TIMES)
  return { allocated: perOperation(allocated), kept: perOperation(kept) }
}

const [, , ...names] = process.argv
/** @type {Record<string, Record<string, { allocated: number, kept: number }>>} */
const bytes = {}
for (const [id, loaders] of Object.entries(rows)) {
  const row = (bytes[id] = /** @type {Record<string, { allocated: number, kept: number }>} */ ({}))
  for (const name of names) {
    /** @type {(() => Promise<void>)[]} */
    const closers = []
    const load = loaders[/** @type {keyof typeof loaders} */ (name)]
    row[name] = await measure(await load((close) => closers.push(close)))
    for (const close of closers) await close()
  }
}
console.log(JSON.stringify(bytes))
process.exit()
