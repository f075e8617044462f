// What `npm run bench -- --check` requires of each case. `gates.json` has the aims: how many times as fast as @auth/core
// (`peer`), and how many times the floor (`floor`). The gate is 75 % of an aim, or of what was `measured` where the aim is
// not reached.
import { readFileSync } from 'node:fs'
import { factor, grid } from './report.mjs'

const SHARE = 0.75

/** @typedef {{ aim: number, measured?: number }} Gate */

/** @type {Readonly<Record<string, { peer?: Gate, floor?: Gate }>>} */
export const gates = JSON.parse(readFileSync(new URL('gates.json', import.meta.url), 'utf8'))

/** The least ratio to @auth/core. @param {Gate} gate */
const least = ({ aim, measured = aim }) => measured * SHARE

/** The highest multiple of the floor. @param {Gate} gate */
const most = ({ aim, measured = aim }) => measured / SHARE

/**
 * Which gates a case misses, by name.
 * @param {string} id
 * @param {{ faster?: number, floors: number }} ratios
 * @returns {Partial<Record<'peer' | 'floor', string>>}
 */
export const missedGates = (id, { faster, floors }) => {
  const { peer, floor } = gates[id] ?? {}
  const missesPeer = peer !== undefined && faster !== undefined && !(faster >= least(peer))
  const missesFloor = floor !== undefined && !(floors <= most(floor))
  return {
    ...(missesPeer
      ? { peer: `${id}: ${factor(faster)} as fast as @auth/core, the gate is ${factor(least(peer))}` }
      : {}),
    ...(missesFloor ? { floor: `${id}: ${factor(floors)} the floor, the gate is ${factor(most(floor))}` } : {}),
  }
}

/** @param {number | undefined} value @param {Gate | undefined} gate @param {boolean} isMissed */
const compared = (value, gate, isMissed) =>
  gate === undefined || value === undefined || !isMissed ? '' : `${factor(value)} (aim: ${gate.aim} ×)`

/** The least share that the table shows. */
const SHOWN = 0.06

/** @param {Readonly<Record<string, number>>} profile the share of each part, the largest first */
const describeProfile = (profile) =>
  Object.entries(profile)
    .filter(([, share]) => share >= SHOWN)
    .map(([part, share]) => `${part} ${(share * 100).toFixed(0)} %`)
    .join(', ')

/**
 * The aims that are not reached, with what takes the time, as a Markdown table.
 * @param {readonly { id: string, work: string, faster?: number, floors: number, profile: Readonly<Record<string, number>> }[]} measured
 */
export const describeMisses = (measured) => {
  const rows = measured.map(({ id, work, faster, floors, profile }) => {
    const { peer, floor } = gates[id] ?? {}
    const missesPeer = peer !== undefined && faster !== undefined && faster < peer.aim
    const missesFloor = floor !== undefined && floors > floor.aim
    return [work, compared(faster, peer, missesPeer), compared(floors, floor, missesFloor), describeProfile(profile)]
  })
  const missed = rows.filter(([, byPeer, byFloor]) => byPeer !== '' || byFloor !== '')
  if (missed.length === 0) return 'Every aim is reached.'
  return grid([['', 'as fast as @auth/core', 'of the floor', 'what takes the time'], ...missed])
}
