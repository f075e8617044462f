// How the time of a session check grows: with the providers, the size of the session, the rows of the table, …
import { curves } from '../cases/curves.mjs'
import { FLOOR } from '../cases/case.mjs'
import { lineChart } from '../charts.mjs'
import { measure, ratio } from '../measure.mjs'
import { factor, grid } from '../report.mjs'

/**
 * @typedef {Record<string, [number, number][]>} Series multiples of the floor, for each position
 */

/**
 * All positions are measured in the same rounds, so that other load on the machine does not look like growth.
 *
 * @param {import('../cases/curves.mjs').Curve} curve @param {import('../run.mjs').Settings} settings
 */
const measureCurve = async ({ id, title, x, points, load, inFlight, how }, settings) => {
  /** @type {Series} */
  const series = {}
  /** @type {(() => Promise<void>)[]} */
  const closers = []
  try {
    const loaded = []
    for (const point of points(settings)) {
      for (const [name, entry] of Object.entries(await load(point, (close) => closers.push(close)))) {
        loaded.push({ name, point, entry: { ...entry, inFlight: inFlight?.(point) } })
      }
    }
    const entries = Object.fromEntries(loaded.map(({ name, point, entry }) => [`${name}, ${point}`, entry]))
    const results = await measure(entries, { ...settings, ...how })
    const measured = loaded.map(({ name, point }, i) => ({ name, point, samples: results[i]?.samples ?? [] }))
    for (const { name, point, samples } of measured) {
      const floor = measured.find((other) => other.name === FLOOR && other.point === point) ?? { samples: [] }
      if (name !== FLOOR) (series[name] ??= []).push([point, ratio({ samples }, floor)])
    }
  } finally {
    for (const close of closers) await close()
  }
  const curve = { id, title, x, series }
  console.log(`### ${title} (${id})\n\n${tableOf(curve)}\n`)
  return curve
}

/** @typedef {{ readonly id: string, readonly title: string, readonly x: string, readonly series: Series }} MeasuredCurve */

/** @param {MeasuredCurve} curve */
const tableOf = ({ x, series }) => {
  const positions = [...new Set(Object.values(series).flatMap((values) => values.map(([point]) => point)))]
  const head = [x, ...positions.map((point) => point.toLocaleString('en')), 'growth']
  const body = Object.entries(series).map(([name, values]) => {
    const [first, last] = [values[0]?.[1] ?? Number.NaN, values.at(-1)?.[1] ?? Number.NaN]
    const cells = positions.map((point) => factor(values.find(([at]) => at === point)?.[1]))
    return [name, ...cells, factor(last / first)]
  })
  return grid([head, ...body])
}

/** What grows more than the curve allows, by name. @param {MeasuredCurve} measured @param {import('../cases/curves.mjs').Limit} limit */
const missedLimit = ({ id, series }, { from, to, growth }) =>
  Object.entries(growth).flatMap(([name, most]) => {
    const at = (/** @type {number} */ position) =>
      series[name]?.find(([point]) => point === position)?.[1] ?? Number.NaN
    const grown = at(to) / at(from)
    const text = `${id}: ${name} grows by ${factor(grown)} from ${from} to ${to}, the limit is ${factor(most)}`
    return grown <= most ? [] : [{ name, text }]
  })

/**
 * Measures the curves that miss their limits again, and returns what both runs missed.
 * @param {readonly MeasuredCurve[]} measured @param {import('../run.mjs').Settings} settings
 */
const checkTwice = async (measured, settings) => {
  /** @type {string[]} */
  const failures = []
  for (const curve of curves) {
    const { id, limit } = curve
    const first = measured.find((each) => each.id === id)
    if (limit === undefined || first === undefined) continue
    const missed = missedLimit(first, limit).map(({ name }) => name)
    if (missed.length === 0) continue
    console.log(`Measured again: ${id}\n`)
    const again = missedLimit(await measureCurve(curve, settings), limit)
    failures.push(...again.filter(({ name }) => missed.includes(name)).map(({ text }) => text))
  }
  return failures
}

/** The tables and charts of curves that were measured. @param {readonly MeasuredCurve[]} measured @param {number} rounds */
const report = (measured, rounds) => ({
  data: { rounds, curves: measured },
  charts: Object.fromEntries(
    measured.map(({ id, title, x, series }) => [`curve-${id}`, lineChart({ title, x, y: '× the floor' }, series)]),
  ),
  parts: {
    curves: measured
      .map((curve) => `### ${curve.title}\n\n![${curve.title}](performance/curve-${curve.id}.svg)\n\n${tableOf(curve)}`)
      .join('\n\n'),
  },
})

/** @param {import('../run.mjs').Settings} settings @param {readonly string[]} ids */
export const run = async (settings, ids) => {
  const unknown = ids.filter((id) => !curves.some((each) => each.id === id))
  if (unknown.length > 0)
    throw new Error(`No such curve: ${unknown.join(', ')}. There are: ${curves.map(({ id }) => id).join(', ')}`)
  const chosen = curves.filter(({ id, limit }) =>
    ids.length === 0 ? !settings.check || limit !== undefined : ids.includes(id),
  )
  const measured = []
  for (const curve of chosen) measured.push(await measureCurve(curve, settings))
  const failures = settings.check ? await checkTwice(measured, settings) : []
  return { ...report(measured, settings.rounds), failures }
}
