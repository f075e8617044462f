// Charts as SVG, readable on light and dark pages.
import { machine, today } from './report.mjs'

const COLORS = ['#2563eb', '#d97706', '#059669', '#7c3aed', '#db2777', '#0891b2', '#64748b']

const style = `<style>
  text { font: 13px system-ui, sans-serif; fill: #334155 }
  .title { font-size: 16px; font-weight: 600 }
  .grid { stroke: #cbd5e1; stroke-width: 1 }
  rect.page { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #cbd5e1 } .grid { stroke: #334155 } rect.page { fill: #0f172a }
  }
</style>`

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** @param {number} x @param {number} y @param {string} text @param {string} [more] attributes */
const label = (x, y, text, more = '') => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${more}>${escape(text)}</text>`

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
const rule = (x1, y1, x2, y2) =>
  `<line class="grid" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`

/** A logarithmic axis. @param {readonly number[]} values @param {number} start @param {number} end pixels */
const logAxis = (values, start, end) => {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10)
  const span = Math.max(high - low, 1e-9)
  const steps = span > 3.2 ? [1] : span > 1.2 ? [1, 3] : [1, 2, 5]
  const ticks = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1)
    for (const step of steps) ticks.push(step * 10 ** power)
  return {
    at: (/** @type {number} */ value) => start + ((Math.log10(value) - low) / span) * (end - start),
    ticks: ticks.filter((tick) => Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9),
  }
}

/** @param {number} value */
const short = (value) => {
  if (value >= 1e6) return `${+(value / 1e6).toPrecision(3)} M`
  return value >= 1e3 ? `${+(value / 1e3).toPrecision(3)} k` : `${+value.toPrecision(3)}`
}

/** @param {number} width @param {number} height @param {string} title @param {readonly string[]} content */
const svg = (width, height, title, content) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>${style}<rect class="page" width="${width}" height="${height}"/>`,
    label(16, 26, title, ' class="title"'),
    label(width - 16, 26, `${today()}, ${machine()}`, ' text-anchor="end"'),
    ...content,
    '</svg>\n',
  ].join('\n')

/** @param {readonly string[]} names @param {number} y */
const legend = (names, y) => {
  let x = 16
  return names.map((name, i) => {
    const at = x
    x += 34 + name.length * 7.2
    return `<circle cx="${at + 6}" cy="${y - 4}" r="5" fill="${COLORS[i % COLORS.length]}"/>${label(at + 16, y, name)}`
  })
}

/** Authwright has the same color in all charts. @template Item @param {readonly Item[]} items @param {(item: Item) => string} nameOf */
const ownFirst = (items, nameOf) => {
  const isOwn = (/** @type {Item} */ item) => nameOf(item).startsWith('Authwright')
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))]
}

/** Leaves out positions whose labels would overlap. @param {readonly number[]} values @param {(value: number) => number} at */
const spread = (values, at) => {
  /** @type {number[]} */
  const kept = []
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = kept.at(-1)
    if (last === undefined || at(value) - at(last) > 44) kept.push(value)
  }
  return kept
}

/**
 * Points on one line per row: the further to the right, the faster.
 * @param {string} title
 * @param {readonly { label: string, values: Readonly<Record<string, number>> }[]} rows
 */
export const dotChart = (title, rows) => {
  const names = ownFirst([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], (name) => name)
  const [left, right, top, step] = [430, 980, 84, 24]
  const bottom = top + rows.length * step
  const { at, ticks } = logAxis([...rows.flatMap(({ values }) => Object.values(values)), 1], left, right)
  const lines = ticks.flatMap((tick) => [
    rule(at(tick), top, at(tick), bottom),
    label(at(tick), bottom + 18, `${short(tick)} ×`, ' text-anchor="middle"'),
  ])
  const points = rows.flatMap(({ label: text, values }, row) => {
    const y = top + (row + 0.5) * step
    const dots = Object.entries(values).map(([name, value]) => {
      const i = names.indexOf(name)
      return `<circle cx="${at(value).toFixed(1)}" cy="${y}" r="${i === 0 ? 6 : 4}" fill="${COLORS[i % COLORS.length]}"/>`
    })
    return [label(left - 14, y + 4, text, ' text-anchor="end"'), ...dots.toReversed()]
  })
  return svg(1000, bottom + 32, title, [...legend(names, 54), ...lines, ...points])
}

/**
 * One line per series over a logarithmic axis.
 * @param {{ title: string, x: string, y: string }} texts
 * @param {Readonly<Record<string, readonly (readonly [number, number])[]>>} given the points of each series
 */
export const lineChart = ({ title, x, y }, given) => {
  const series = Object.fromEntries(ownFirst(Object.entries(given), ([name]) => name))
  const [left, right, top, bottom] = [70, 700, 84, 360]
  const all = Object.values(series).flat()
  const horizontal = logAxis(
    all.map(([value]) => value),
    left,
    right,
  )
  const vertical = logAxis([...all.map(([, value]) => value), 0.5, 2], bottom, top)
  const positions = spread([...new Set(all.map(([value]) => value))], horizontal.at)
  const lines = [
    ...positions.flatMap((value) => [
      rule(horizontal.at(value), top, horizontal.at(value), bottom),
      label(horizontal.at(value), bottom + 18, short(value), ' text-anchor="middle"'),
    ]),
    ...vertical.ticks.flatMap((tick) => [
      rule(left, vertical.at(tick), right, vertical.at(tick)),
      label(left - 8, vertical.at(tick) + 4, short(tick), ' text-anchor="end"'),
    ]),
  ]
  const curves = Object.values(series).flatMap((points, i) => {
    const color = COLORS[i % COLORS.length]
    const at = points.map(([px, py]) => [horizontal.at(px).toFixed(1), vertical.at(py).toFixed(1)])
    return [
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${at.map((pair) => pair.join(',')).join(' ')}"/>`,
      ...at.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="4" fill="${color}"/>`),
    ]
  })
  const texts = [label(right, bottom + 40, x, ' text-anchor="end"'), label(16, 76, y)]
  return svg(720, bottom + 54, title, [...legend(Object.keys(series), 54), ...lines, ...curves, ...texts])
}
