// Measures several ways of doing the same thing, one after another in short samples and in a new random order each round,
// so that whatever else happens on the machine hits all alike. Ratios are taken round by round; their median is told.

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {() => unknown} run one operation, as a user of the library would call it
 * @property {() => Promise<void>} check throws when the answer is wrong; called before and after measuring
 * @property {string} [against] the name of the entry that this one is compared with
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {number} median nanoseconds an operation
 * @property {number} low 10 % of the samples were faster
 * @property {number} high 10 % were slower
 * @property {number} floors how many times as long as the floor
 * @property {number | undefined} faster how many times faster than the entry it is compared with
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
    .map((item) => ({ item, chance: Math.random() }))
    .sort((a, b) => a.chance - b.chance)
    .map(({ item }) => item)

/** Milliseconds for so many operations with so many of them under way. @param {Entry['run']} run @param {number} times @param {number} inFlight */
const time = async (run, times, inFlight) => {
  let left = times
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  const begun = performance.now()
  await (inFlight === 1 ? lane() : Promise.all(Array.from({ length: Math.min(inFlight, times) }, lane)))
  return performance.now() - begun
}

/** How many operations fill a sample, found while warming up. @param {Entry} entry @param {number} ms @param {number} inFlight */
const warmUp = async ({ run }, ms, inFlight) => {
  let times = inFlight
  for (let spent = 0; spent < WARM_MS;) {
    const took = await time(run, times, inFlight)
    spent += took
    times = Math.max(inFlight, Math.round(Math.min(times * 2, (times * ms) / Math.max(took, 1e-3))))
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
