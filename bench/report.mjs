/** @param {number} nanoseconds */
export const duration = (nanoseconds) => {
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`
  return nanoseconds < 999.5e3 ? `${(nanoseconds / 1e3).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`
}

/** @param {number | undefined} times */
const factor = (times) => (times === undefined ? '' : `${times >= 100 ? times.toFixed(0) : times.toPrecision(3)} x`)

/** Formats rows as a Markdown table. The first row is the head; all columns but the first are right-aligned. @param {readonly (readonly string[])[]} cells */
export const grid = (cells) => {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...body] = cells.map(line)
  return [head, rule, ...body].join('\n')
}

/**
 * Formats measurements as a Markdown table.
 * @param {string} title
 * @param {readonly import('./measure.mjs').Row[]} rows
 */
export const table = (title, rows) => {
  const head = ['', 'median', '10 … 90 %', 'multiple of the floor', 'faster than the peer']
  const body = rows.map(({ name, median, low, high, floors, faster }) => [
    name,
    duration(median),
    `${duration(low)} … ${duration(high)}`,
    factor(floors),
    factor(faster),
  ])
  return [`### ${title}`, '', grid([head, ...body]), ''].join('\n')
}
