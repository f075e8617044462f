import { duration, grid } from '../report.mjs'

/**
 * The properties of an entry.
 * @typedef {object} Facts
 * @property {string} size
 * @property {string} kind
 * @property {string} who
 * @property {number} statements the number of statements, including those that begin and end a transaction
 */

/**
 * The medians by size. Each operation of each library has a row.
 * @param {readonly { name: string, facts?: Facts }[]} entries
 * @param {readonly import('../measure.mjs').Row[]} rows
 */
export const sizeTable = (entries, rows) => {
  const medians = new Map(rows.map(({ name, median }) => [name, median]))
  const measured = entries.flatMap(({ name, facts }) => (facts === undefined ? [] : [{ name, ...facts }]))
  const sizes = [...new Set(measured.map(({ size }) => size))]
  const kinds = [...new Set(measured.map(({ kind }) => kind))]
  const body = kinds.flatMap((kind) => {
    const own = measured.filter((entry) => entry.kind === kind)
    return [...new Set(own.map(({ who }) => who))].map((who) => {
      const cells = own.filter((entry) => entry.who === who)
      const statements = [...new Set(cells.map((entry) => entry.statements))].join(' / ')
      const times = sizes.map((size) => medians.get(cells.find((entry) => entry.size === size)?.name ?? ''))
      return [`${kind}: ${who}`, statements, ...times.map((time) => (time === undefined ? '' : duration(time)))]
    })
  })
  return grid([['', 'statements', ...sizes], ...body])
}
