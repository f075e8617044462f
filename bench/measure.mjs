// Compares several implementations of an operation. Each round takes a short sample of each one, in a new random order, so
// that other load on the machine affects all of them. Ratios are calculated per round, and reported as their median.

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {() => unknown} run one operation
 * @property {() => Promise<void>} check throws when the result is wrong; called before and after the measurement
 * @property {string} [against] the name of the entry to compare with
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {number} median nanoseconds per operation
 * @property {number} low the 10th percentile
 * @property {number} high the 90th percentile
 * @property {number} floors the time in multiples of the floor
 * @property {number | undefined} faster the speed in multiples of the compared entry
 */

const WARM_MS = 250

/** @param {readonly number[]} numbers @param {number} share between 0 and 1 */
const quantile = (numbers, share) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

/** @template Item @param {readonly Item[]} items */
const shuffled = (items) =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

/** The milliseconds of a number of operations, of which `inFlight` run at the same time. @param {Entry['run']} run @param {number} times @param {number} inFlight */
const time = async (run, times, inFlight) => {
  let remaining = times
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1
      await run()
    }
  }
  const start = performance.now()
  await (inFlight === 1 ? worker() : Promise.all(Array.from({ length: Math.min(inFlight, times) }, worker)))
  return performance.now() - start
}

/** Warms up, and returns the number of operations per sample. @param {Entry} entry @param {number} ms @param {number} inFlight */
const warmUp = async ({ run }, ms, inFlight) => {
  let times = inFlight
  for (let spent = 0; spent < WARM_MS;) {
    const duration = await time(run, times, inFlight)
    spent += duration
    times = Math.max(inFlight, Math.round(Math.min(times * 2, (times * ms) / Math.max(duration, 1e-3))))
  }
  return times
}

/**
 * @param {readonly Entry[]} entries the first one is the floor
 * @param {{ rounds: number, ms: number, inFlight: number }} how
 * @returns {Promise<readonly Row[]>}
 */
export const measure = async (entries, { rounds, ms, inFlight }) => {
  for (const entry of entries) await entry.check()
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const entry of entries) times.set(entry.name, await warmUp(entry, ms, inFlight))
  /** @type {Map<string, number[]>} */
  const samples = new Map(entries.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of shuffled(entries)) {
      const count = times.get(name) ?? 1
      samples.get(name)?.push(((await time(run, count, inFlight)) / count) * 1e6)
    }
  }
  for (const entry of entries) await entry.check()
  const of = (/** @type {string | undefined} */ name) => (name === undefined ? undefined : samples.get(name))
  const ratio = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
    quantile(
      a.map((sample, i) => sample / (b[i] ?? Number.NaN)),
      0.5,
    )
  const floor = of(entries[0]?.name) ?? []
  return entries.map(({ name, against }) => {
    const own = of(name) ?? []
    const other = of(against)
    return {
      name,
      median: quantile(own, 0.5),
      low: quantile(own, 0.1),
      high: quantile(own, 0.9),
      floors: ratio(own, floor),
      faster: other === undefined ? undefined : ratio(other, own),
    }
  })
}
