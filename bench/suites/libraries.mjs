// Authwright beside other libraries, in this process.
import { databaseCases } from '../cases/databases.mjs'
import { pageCases } from '../cases/pages.mjs'
import { sealingCases } from '../cases/sealing.mjs'
import { sessionCases } from '../cases/session.mjs'
import { signInCases } from '../cases/sign-in.mjs'
import { FLOOR, OWN, PEER } from '../cases/case.mjs'
import { works } from '../cases/works.mjs'
import { dotChart } from '../charts.mjs'
import { describeMisses, gates, missedGates } from '../gates.mjs'
import { measure, ratio } from '../measure.mjs'
import { profile } from '../profile.mjs'
import { duration, factor, grid } from '../report.mjs'

const cases = [...sessionCases, ...databaseCases, ...pageCases, ...signInCases, ...sealingCases]

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} median @property {number} low @property {number} high @property {number} cpu nanoseconds
 * @property {number} floors the time in multiples of the floor
 * @property {number} [faster] how many times as fast as @auth/core
 * @property {number} [lessCpu] the same for processor time
 */

/** @param {readonly import('../measure.mjs').Result[]} results @returns {readonly Row[]} */
const toRows = (results) => {
  const [floor, peer] = [FLOOR, PEER].map((name) => results.find((result) => result.name === name))
  return results.map(({ samples, ...result }) => ({
    ...result,
    floors: floor === undefined ? Number.NaN : ratio({ samples }, floor),
    ...(peer === undefined ? {} : { faster: ratio(peer, { samples }), lessCpu: peer.cpu / result.cpu }),
  }))
}

/** @param {import('../cases/case.mjs').Case} one @param {import('../run.mjs').Settings} settings */
const measureCase = async ({ id, load }, settings) => {
  const work = works[id]
  /** @type {(() => Promise<void>)[]} */
  const closers = []
  try {
    const entries = await load((close) => closers.push(close))
    const rows = toRows(await measure(entries, settings))
    const head = ['', 'median', '10 … 90 %', 'CPU', 'of the floor', 'as fast as @auth/core', 'by CPU']
    const body = rows.map(({ name, median, low, high, cpu, floors, faster, lessCpu }) => [
      name,
      duration(median),
      `${duration(low)} … ${duration(high)}`,
      duration(cpu),
      factor(floors),
      factor(faster),
      factor(lessCpu),
    ])
    console.log(`### ${work} (${id})\n\n${grid([head, ...body])}\n`)
    const own = entries[OWN]
    return { id, work, rows, profile: own === undefined ? {} : await profile(own.run, settings.inFlight) }
  } finally {
    for (const close of closers) await close()
  }
}

/** @typedef {Awaited<ReturnType<typeof measureCase>>} Measured */

/** @param {Measured} measured */
const ownRow = ({ rows }) => rows.find(({ name }) => name === OWN) ?? { floors: Number.NaN }

/** The table of the documentation. @param {readonly Measured[]} all */
const summarize = (all) => {
  const head = ['', 'Authwright', 'of the floor', 'as fast as @auth/core', 'others, as fast as @auth/core']
  const body = all.map((measured) => {
    const { work, rows } = measured
    const own = rows.find(({ name }) => name === OWN)
    const others = rows.filter(({ name }) => ![FLOOR, PEER, OWN].includes(name))
    const texts = others.map(({ name, faster, median }) => `${name} ${factor(faster) || duration(median)}`)
    return [work, duration(own?.median ?? Number.NaN), factor(own?.floors), factor(own?.faster), texts.join(', ')]
  })
  return grid([head, ...body])
}

const HUNDRED = `${PEER}, 100 providers`

/** The ratios of a case. Where @auth/core was measured with the same providers, the ratios are to that. @param {Measured} measured */
const toPoints = ({ work, rows }) => {
  const shown = rows.filter(({ name }) => ![FLOOR, PEER].includes(name) && !name.includes(','))
  const same = rows.find(({ name }) => name === HUNDRED)?.faster ?? 1
  const values = Object.fromEntries(shown.map(({ name, faster = 1 }) => [name, faster / same]))
  return { label: work.replace(/ \(.*/, ''), values }
}

/** @param {readonly Measured[]} all */
const drawChart = (all) =>
  dotChart(
    'How many times as fast as @auth/core',
    all.filter(({ rows }) => rows.some(({ name }) => name === PEER)).map(toPoints),
  )

/**
 * Measures the cases that miss their gates again, and returns what both runs missed.
 * @param {readonly Measured[]} all @param {import('../run.mjs').Settings} settings
 */
const checkTwice = async (all, settings) => {
  const missed = all
    .map((measured) => ({ id: measured.id, first: missedGates(measured.id, ownRow(measured)) }))
    .filter(({ first }) => Object.keys(first).length > 0)
  if (missed.length > 0) console.log(`Measured again: ${missed.map(({ id }) => id).join(', ')}\n`)
  /** @type {string[]} */
  const failures = []
  for (const { id, first } of missed) {
    const again = cases.find((each) => each.id === id)
    if (again === undefined) continue
    const second = missedGates(id, ownRow(await measureCase(again, settings)))
    for (const gate of /** @type {const} */ (['peer', 'floor']))
      if (first[gate] !== undefined && second[gate] !== undefined) failures.push(second[gate])
  }
  return failures
}

/** @param {import('../run.mjs').Settings} settings @param {readonly string[]} ids */
export const run = async (settings, ids) => {
  const unknown = ids.filter((id) => !cases.some((each) => each.id === id))
  if (unknown.length > 0)
    throw new Error(`No such case: ${unknown.join(', ')}. There are: ${cases.map(({ id }) => id).join(', ')}`)
  const chosen = cases.filter(({ id }) => ids.length === 0 || ids.includes(id))
  /** @type {Measured[]} */
  const all = []
  for (const each of chosen) {
    if (settings.check && gates[each.id] === undefined) continue
    all.push(await measureCase(each, settings))
  }
  return {
    data: { inFlight: settings.inFlight, rounds: settings.rounds, cases: all },
    charts: { libraries: drawChart(all) },
    parts: {
      libraries: summarize(all),
      limits: describeMisses(all.map((measured) => ({ ...ownRow(measured), ...measured }))),
    },
    failures: settings.check ? await checkTwice(all, settings) : [],
  }
}
