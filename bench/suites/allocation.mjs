// How many bytes each operation allocates on the heap of V8, beside `@auth/core` and a floor. The counts vary by a hundredth.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { command } from '../allocation/command.mjs'
import { works } from '../cases/works.mjs'
import { factor, grid } from '../report.mjs'

/** @param {number} bytes */
const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`

export const run = async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...command, 'own', 'floor', 'peer'])
  /** @type {Record<string, Record<'own' | 'floor' | 'peer', { allocated: number }>>} */
  const bytes = JSON.parse(stdout)
  const body = Object.entries(bytes).map(([id, { own, floor, peer }]) => [
    works[/** @type {keyof typeof works} */ (id)],
    kibibytes(own.allocated),
    kibibytes(floor.allocated),
    kibibytes(peer.allocated),
    factor(peer.allocated / own.allocated),
  ])
  const table = grid([['', 'Authwright', 'the floor', '@auth/core', 'less than @auth/core'], ...body])
  return { data: { bytes }, charts: {}, parts: { allocation: table }, failures: [] }
}
