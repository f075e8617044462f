// Compares several implementations of an operation. Each round takes a short sample of each one, in a new random order, so
// that other load on the machine affects all of them. Ratios are calculated per round, and reported as their median.

/**
 * An implementation of an operation.
 * @typedef {object} Entry
 * @property {() => unknown} run one operation
 * @property {() => Promise<void>} check throws when the result is wrong; called before and after the measurement
 * @property {number | undefined} [inFlight] the operations that run at the same time, when it is not the number of the measurement
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {number} median nanoseconds per operation
 * @property {number} low the 10th percentile
 * @property {number} high the 90th percentile
 * @property {number} cpu nanoseconds of processor time per operation, of all threads of the process
 * @property {readonly number[]} samples nanoseconds per operation in each round
 */

const WARM_MS = 250

/** @param {readonly number[]} numbers @param {number} share between 0 and 1 */
export const quantile = (numbers, share) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

/** @template Item @param {readonly Item[]} items */
export const shuffled = (items) =>
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

/** @param {Entry} entry @param {number} ms @param {number} inFlight */
const prepare = async (entry, ms, inFlight) => {
  const times = await warmUp(entry, ms, inFlight)
  /** @type {number[]} */
  const samples = []
  let microseconds = 0
  return {
    sample: async () => {
      const before = process.cpuUsage()
      samples.push(((await time(entry.run, times, inFlight)) / times) * 1e6)
      const { user, system } = process.cpuUsage(before)
      microseconds += user + system
    },
    result: () => ({
      median: quantile(samples, 0.5),
      low: quantile(samples, 0.1),
      high: quantile(samples, 0.9),
      cpu: (microseconds * 1e3) / (samples.length * times),
      samples,
    }),
  }
}

/**
 * @param {Readonly<Record<string, Entry>>} entries by name
 * @param {{ rounds: number, ms: number, inFlight: number }} how
 * @returns {Promise<readonly Result[]>}
 */
export const measure = async (entries, { rounds, ms, inFlight }) => {
  for (const { check } of Object.values(entries)) await check()
  /** @type {{ name: string, sample: () => Promise<void>, result: () => Omit<Result, 'name'> }[]} */
  const prepared = []
  for (const [name, entry] of Object.entries(entries)) {
    prepared.push({ name, ...(await prepare(entry, ms, entry.inFlight ?? inFlight)) })
  }
  for (let round = 0; round < rounds; round += 1) for (const { sample } of shuffled(prepared)) await sample()
  for (const { check } of Object.values(entries)) await check()
  return prepared.map(({ name, result }) => ({ name, ...result() }))
}

/**
 * How many times as long `a` takes as `b`: the median of the ratios of all rounds.
 * @param {Pick<Result, 'samples'>} a
 * @param {Pick<Result, 'samples'>} b
 */
export const ratio = (a, b) =>
  quantile(
    a.samples.map((sample, i) => sample / (b.samples[i] ?? Number.NaN)),
    0.5,
  )
