// What `npm run bench -- --check` requires of each case. `gates.json` has the aims: how many times as fast as @auth/core
// (`peer`), and how many times the floor (`floor`). The gate is 75 % of an aim. Where an aim is not reached, `gate` replaces
// it and `reason` says what was measured and what limits it.
import { readFileSync } from 'node:fs'
import { factor, grid } from './report.mjs'

const SHARE = 0.75

/** @typedef {{ aim: number, gate?: number, reason?: string }} Gate */

/** @type {Readonly<Record<string, { peer?: Gate, floor?: Gate }>>} */
export const gates = JSON.parse(readFileSync(new URL('gates.json', import.meta.url), 'utf8'))

for (const [id, both] of Object.entries(gates))
  for (const { gate, reason } of Object.values(both))
    if ((gate === undefined) !== (reason === undefined))
      throw new Error(`gates.json: ${id} needs a gate and its reason`)

/** The least ratio to @auth/core. @param {Gate} gate */
const least = ({ aim, gate }) => gate ?? aim * SHARE

/** The highest multiple of the floor. @param {Gate} gate */
const most = ({ aim, gate }) => gate ?? aim / SHARE

/**
 * Which gates a case misses.
 * @param {string} id
 * @param {{ faster?: number, floors: number }} ratios
 */
export const missedGates = (id, { faster, floors }) => {
  const { peer, floor } = gates[id] ?? {}
  const missed = []
  if (peer !== undefined && faster !== undefined && !(faster >= least(peer)))
    missed.push(`${id}: ${faster.toPrecision(3)} × as fast as @auth/core, the gate is ${least(peer).toPrecision(3)}`)
  if (floor !== undefined && !(floors <= most(floor)))
    missed.push(`${id}: ${floors.toPrecision(3)} × the floor, the gate is ${most(floor).toPrecision(3)}`)
  return missed
}

/** @param {number | undefined} value @param {Gate | undefined} gate @param {boolean} isMissed */
const compared = (value, gate, isMissed) =>
  gate === undefined || value === undefined || !isMissed ? '' : `${factor(value)} (aim: ${gate.aim} ×)`

/**
 * The aims that are not reached, with the reasons, as a Markdown table.
 * @param {readonly { id: string, work: string, faster?: number, floors: number }[]} measured
 */
export const describeMisses = (measured) => {
  const rows = measured.map(({ id, work, faster, floors }) => {
    const { peer, floor } = gates[id] ?? {}
    const missesPeer = peer !== undefined && faster !== undefined && faster < peer.aim
    const missesFloor = floor !== undefined && floors > floor.aim
    const reasons = [missesPeer ? peer.reason : undefined, missesFloor ? floor.reason : undefined]
    const reason = [...new Set(reasons.filter((text) => text !== undefined))].join(' ')
    return [work, compared(faster, peer, missesPeer), compared(floors, floor, missesFloor), reason]
  })
  const missed = rows.filter(([, byPeer, byFloor]) => byPeer !== '' || byFloor !== '')
  if (missed.length === 0) return 'Every aim is reached.'
  return grid([['', 'as fast as @auth/core', 'of the floor', 'what limits it'], ...missed])
}
