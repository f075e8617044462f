import { duration, grid } from '../report.mjs'

/**
 * What an entry measures.
 * @typedef {object} Facts
 * @property {string} size
 * @property {string} kind
 * @property {string} who
 * @property {number} statements as they are sent, those that begin and end a transaction among them
 */

/**
 * The medians by size: a row for each kind of work and each library.
 * @param {readonly { name: string, facts?: Facts }[]} entries
 * @param {readonly import('../measure.mjs').Row[]} rows
 */
export const sizeTable = (entries, rows) => {
  const medians = new Map(rows.map(({ name, median }) => [name, median]))
  const known = entries.flatMap(({ name, facts }) => (facts === undefined ? [] : [{ name, ...facts }]))
  const sizes = [...new Set(known.map(({ size }) => size))]
  const kinds = [...new Set(known.map(({ kind }) => kind))]
  const body = kinds.flatMap((kind) => {
    const own = known.filter((entry) => entry.kind === kind)
    return [...new Set(own.map(({ who }) => who))].map((who) => {
      const cells = own.filter((entry) => entry.who === who)
      const statements = [...new Set(cells.map((entry) => entry.statements))].join(' / ')
      const times = sizes.map((size) => medians.get(cells.find((entry) => entry.size === size)?.name ?? ''))
      return [`${kind}: ${who}`, statements, ...times.map((time) => (time === undefined ? '' : duration(time)))]
    })
  })
  return grid([['', 'statements', ...sizes], ...body])
}
