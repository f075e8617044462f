import { availableParallelism } from 'node:os'

/** @param {number} nanoseconds */
export const duration = (nanoseconds) => {
  if (nanoseconds < 999.5) return `${nanoseconds.toFixed(0)} ns`
  return nanoseconds < 999.5e3 ? `${(nanoseconds / 1e3).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`
}

/** A ratio with two or three digits. @param {number | undefined} times */
export const factor = (times) => {
  if (times === undefined) return ''
  return `${times >= 99.5 ? times.toFixed(0) : times.toPrecision(times < 9.95 ? 2 : 3)} ×`
}

/** Formats rows as a Markdown table. The first row is the head; all columns but the first are right-aligned. @param {readonly (readonly string[])[]} cells */
export const grid = (cells) => {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...body] = cells.map(line)
  return [head, rule, ...body].join('\n')
}

const SYSTEMS = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** The machine in general words. */
export const machine = () =>
  `${availableParallelism()} cores, ${SYSTEMS[process.platform] ?? process.platform}, Node ${process.versions.node.split('.')[0]}`

export const today = () => new Date().toISOString().slice(0, 10)
