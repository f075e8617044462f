// Measures how long processes take until they have loaded a library and handled one request, over an empty process.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { quantile, shuffled } from '../measure.mjs'

const PROGRAM = fileURLToPath(new URL('program.mjs', import.meta.url))

const start = promisify(execFile)

/** Milliseconds from the start of a process to its end, and of processor time. @param {string} work */
const timesOf = async (work) => {
  const before = process.hrtime.bigint()
  const { stdout } = await start(process.execPath, [PROGRAM, work])
  return { elapsed: Number(process.hrtime.bigint() - before) / 1e6, processor: Number(stdout) }
}

/**
 * Starts the processes of all works in turn. Returns their milliseconds, and the difference to the empty process.
 * @param {readonly string[]} works of `program.mjs`
 * @param {number} rounds
 * @param {'elapsed' | 'processor'} clock
 * @param {number} [share] 0.5 takes the median of the rounds, and 0 the shortest
 */
export const measureStarts = async (works, rounds, clock, share = 0.5) => {
  const all = ['empty', ...works]
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(all.map((work) => [work, []]))
  // The first processes read the files from the disk.
  for (const work of all) await timesOf(work)
  for (let round = 0; round < rounds; round += 1)
    for (const work of shuffled(all)) times[work]?.push((await timesOf(work))[clock])
  const taken = Object.fromEntries(all.map((work) => [work, quantile(times[work] ?? [], share)]))
  const over = (/** @type {string} */ work) => (taken[work] ?? Number.NaN) - (taken['empty'] ?? Number.NaN)
  return { taken, over }
}
